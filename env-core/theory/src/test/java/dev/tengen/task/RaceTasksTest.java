package dev.tengen.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Task;
import dev.tengen.env.TaskFamily;
import dev.tengen.env.Tasks;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The races in the registry of tasks. */
class RaceTasksTest {
    private static Task named(String name, int size) {
        return Tasks.named("task", name, Grid.square(size));
    }

    @Test
    void families_all_areTheRaces() {
        assertThat(Tasks.families())
                .extracting(TaskFamily::name)
                .containsExactly("race-class0", "race-class1", "race-cgt", "race");
    }

    @Test
    void toBuilder_specWithATask_keepsIt() {
        EnvironmentSpec spec = RaceEnvironments.spec("race-class0", 9, Optional.empty());

        assertThat(spec.toBuilder().build()).isEqualTo(spec);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "race-class0 | race-class0",
                "race-class0:split=train,margin=2 | race-class0",
                "race-class1:mask=region,split=test | race-class1:split=test,mask=region",
                "race-class0:margin=any,traps=4,judge=end | race-class0:margin=any,traps=4,judge=end",
                "Race_Class0:Split=Test | race-class0:split=test"
            })
    void named_known_namesNonDefaultsInOneOrder(String name, String expected) {
        assertThat(named(name, 9).taskName()).isEqualTo(expected);
        assertThat(named(expected, 9)).isEqualTo(named(name, 9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "race-class2", "races", "race-class0x"})
    void named_unknownFamily_throwsWithTheChoices(String name) {
        assertThatThrownBy(() -> named(name, 13))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("task \"" + name + "\" is not one of [race-class0:split=train|validation|test,")
                .satisfies(error ->
                        assertThat(((InvalidValueException) error).field()).isEqualTo("task"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"split=trains", "split", "", "=", "split=test,split=test", "size=9", "split=test,", "traps=0"})
    void named_unknownParameter_throwsWithWhatIsAllowed(String parameters) {
        assertThatThrownBy(() -> named("race-class0:" + parameters, 9))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("task \"race-class0:" + parameters + "\" has \"")
                .hasMessageContaining("split=train|validation|test,margin=2|0|1|any,traps=2|1|3|4");
    }

    @ParameterizedTest
    @CsvSource({
        "race-class0, 8, 8, 'width 8 is outside [9, 19]'",
        "race-class0, 9, 20, 'height 20 is outside [9, 19]'",
        "race, 9, 9, 'width 9 is outside [13, 19]'",
        "race-cgt, 13, 12, 'height 12 is outside [13, 19]'",
        "race-class1, 9, 10, height 10 is not the width"
    })
    void named_otherSize_throwsWithTheSizes(String name, int width, int height, String message) {
        assertThatThrownBy(() -> Tasks.named("task", name, Grid.of(width, height)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith(message);
    }
}
