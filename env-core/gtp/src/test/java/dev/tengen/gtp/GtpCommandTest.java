package dev.tengen.gtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtpCommandTest {
    @Test
    void parse_idNameAndArguments_areParsed() {
        GtpCommand command = GtpCommand.parse("12 play black C3").orElseThrow();

        assertThat(command).isEqualTo(new GtpCommand(OptionalInt.of(12), "play", List.of("black", "C3")));
    }

    @Test
    void parse_commentControlsAndTabs_areNoPartOfIt() {
        GtpCommand command =
                GtpCommand.parse("\u0007komi\t 7.5 \r# a comment\n").orElseThrow();

        assertThat(command).isEqualTo(GtpCommand.of("komi", "7.5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\t\r\n", "# nothing", "  # 1 name", "\u0001"})
    void parse_lineWithoutACommand_isNothing(String line) {
        assertThat(GtpCommand.parse(line)).isEmpty();
    }

    @Test
    void parse_idAlone_hasAnEmptyName() {
        assertThat(GtpCommand.parse("7")).contains(GtpCommand.of("").withId(7));
    }

    @Test
    void parse_numberThatNoIntHolds_isAName() {
        assertThat(GtpCommand.parse("2147483647 name").orElseThrow().id()).hasValue(Integer.MAX_VALUE);
        assertThat(GtpCommand.parse("2147483648 name").orElseThrow().id()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 play black C3", "name", "0 version", "9"})
    void line_ofACommand_readsBackEqual(String line) {
        GtpCommand command = GtpCommand.parse(line).orElseThrow();

        assertThat(GtpCommand.parse(command.line())).contains(command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\n1 quit", "a#b", "\t"})
    void new_wordThatWouldNotReadBack_isRejected(String word) {
        assertThatThrownBy(() -> GtpCommand.of("play", word))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("argument \"" + word + "\" is not");
        assertThatThrownBy(() -> GtpCommand.of(word)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void withId_negative_isRejected() {
        assertThatThrownBy(() -> GtpCommand.of("name").withId(-1)).hasMessage("id -1 is not 0 or more");
    }
}
