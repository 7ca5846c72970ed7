package dev.tengen.gtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GtpResponseTest {
    private static final GtpCommand COMMAND = GtpCommand.of("genmove", "b").withId(4);

    @Test
    void format_successAndFailure_endWithAnEmptyLine() {
        assertThat(GtpResponse.success(COMMAND, "C3").format()).isEqualTo("=4 C3\n\n");
        assertThat(GtpResponse.failure(COMMAND, "illegal move").format()).isEqualTo("?4 illegal move\n\n");
        assertThat(GtpResponse.success(GtpCommand.of("komi"), "").format()).isEqualTo("=\n\n");
        assertThat(GtpResponse.success(COMMAND, "\nA B\n1 2").format()).isEqualTo("=4\nA B\n1 2\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=4 C3", "?", "= C3", "=0", "?12 unknown command", "=4\nA B\n1 2", "= one\ntwo"})
    void parse_aResponse_isWhatFormatWrote(String text) {
        GtpResponse response = GtpResponse.parse(text).orElseThrow();

        assertThat(response.format()).isEqualTo(text + "\n\n");
    }

    @Test
    void parse_carriageReturnsAndSpaceAtTheEnd_areDropped() {
        GtpResponse response = GtpResponse.parse("=1 \r\n  A B \r\nC\t").orElseThrow();

        assertThat(response).isEqualTo(new GtpResponse(true, OptionalInt.of(1), "\n  A B \nC"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "C3", "hello = 4", "=x C3", "=4C3", "=99999999999 C3", "=2147483648", "\n= C3"})
    void parse_otherText_isNothing(String text) {
        assertThat(GtpResponse.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'a\n\nb'", "'a\n'", "'\n\n'"})
    void new_textWithAnEmptyLine_isRejected(String text) {
        assertThatThrownBy(() -> GtpResponse.success(COMMAND, text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void new_negativeId_isRejected() {
        assertThatThrownBy(() -> new GtpResponse(true, OptionalInt.of(-1), "")).hasMessage("id -1 is not 0 or more");
    }
}
