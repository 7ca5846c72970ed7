package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;

/** The registry of tasks without a provider. */
class TasksTest {
    @Test
    void families_noProvider_areNone() {
        assertThat(Tasks.families()).isEmpty();
    }

    @Test
    void named_noProvider_namesTheModule() {
        assertThatThrownBy(() -> Tasks.named("task", "race", Grid.square(13)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("task \"race\" needs the module tengen-theory, which is not on the class path");
    }
}
