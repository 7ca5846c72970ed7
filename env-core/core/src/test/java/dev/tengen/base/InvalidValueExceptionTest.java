package dev.tengen.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Exceptions carry the parts of their message as fields, for the server. */
class InvalidValueExceptionTest {
    @Test
    void outside_range_namesFieldValueAndRange() {
        InvalidValueException error = InvalidValueException.outside("size", 26, 1, 25);

        assertThat(error).hasMessage("size 26 is outside [1, 25]");
        assertThat(error.field()).isEqualTo("size");
        assertThat(error.value()).isEqualTo("26");
        assertThat(error.allowed()).isEqualTo("[1, 25]");
    }

    @Test
    void requireWithin_bounds_areInclusive() {
        InvalidValueException.requireWithin("size", 1, 1, 25);
        InvalidValueException.requireWithin("size", 25, 1, 25);
        InvalidValueException.requireWithin("share", 0.5, 0.5, 0.5);

        assertThatThrownBy(() -> InvalidValueException.requireWithin("size", 0, 1, 25))
                .hasMessage("size 0 is outside [1, 25]");
        assertThatThrownBy(() -> InvalidValueException.requireWithin("size", 26, 1, 25))
                .hasMessage("size 26 is outside [1, 25]");
        assertThatThrownBy(() -> InvalidValueException.requireWithin("nodes", Long.MIN_VALUE, 0, Long.MAX_VALUE))
                .hasMessage("nodes -9223372036854775808 is outside [0, 9223372036854775807]");
    }

    @Test
    void requireWithin_notANumber_isOutside() {
        assertThatThrownBy(() -> InvalidValueException.requireWithin("share", Double.NaN, 0.0, 1.0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("share NaN is outside [0.0, 1.0]");
    }

    @Test
    void not_whatIsAllowed_namesFieldValueAndWhatIs() {
        InvalidValueException error = InvalidValueException.not("ko", "maybe", "one of [simple, none]");

        assertThat(error).hasMessage("ko maybe is not one of [simple, none]");
        assertThat(error.allowed()).isEqualTo("one of [simple, none]");
    }

    @Test
    void because_ownWords_keepsThemAsTheMessage() {
        InvalidValueException error = InvalidValueException.because("no liberty at A1", "setup", "A1", "liberties");

        assertThat(error).hasMessage("no liberty at A1");
        assertThat(error.field()).isEqualTo("setup");
    }

    @Test
    void value_nothing_isTheWordNull() {
        assertThat(InvalidValueException.not("name", null, "a name").value()).isEqualTo("null");
    }
}
