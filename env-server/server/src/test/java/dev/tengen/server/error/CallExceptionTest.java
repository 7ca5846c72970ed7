package dev.tengen.server.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.InvalidValueException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallExceptionTest {
    private static CallException invalid(String value) {
        return CallException.invalid("name", value, "one of [a, b]");
    }

    @Test
    void invalid_shortValue_isInMessageAndMetadata() {
        CallException error = invalid("c");

        assertThat(error).hasMessage("name c is not one of [a, b]");
        assertThat(error.metadata()).isEqualTo(Map.of("field", "name", "value", "c", "allowed", "one of [a, b]"));
    }

    @Test
    void invalid_valueOutsideARange_keepsTheMessage() {
        CallException error =
                CallException.invalid(Reason.INVALID_VALUE, InvalidValueException.outside("width", 26, 1, 25));

        assertThat(error).hasMessage("width 26 is outside [1, 25]");
    }

    /**
     * A spec with a name of 100 kB for an encoding once got trailers above the 10 kB that a client accepts. The client
     * closed its connection, and every other call on it failed, too.
     */
    @Test
    void invalid_longValue_isCutInMessageAndMetadata() {
        CallException error = invalid("c".repeat(100_000));

        String cut = "c".repeat(64) + "...";
        assertThat(error).hasMessage("name " + cut + " is not one of [a, b]");
        assertThat(error.metadata()).containsEntry("value", cut);
    }

    @Test
    void shown_sixtyFourLetters_isNotCut() {
        assertThat(CallException.shown("c".repeat(64))).isEqualTo("c".repeat(64));
    }

    @Test
    void shown_cutWithinASymbolOfTwoChars_leavesTheWholeSymbolOut() {
        assertThat(CallException.shown("c".repeat(63) + "\uD83D\uDE00")).isEqualTo("c".repeat(63) + "...");
    }
}
