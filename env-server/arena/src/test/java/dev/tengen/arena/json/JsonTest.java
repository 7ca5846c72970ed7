package dev.tengen.arena.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {
    /** A name that is kept would be the same object the next time. */
    @Test
    void parseOrText_namesOfStrangers_areNotKept() {
        String text = "{\"a name that a stranger chose\": 1}";

        String first = Json.parseOrText(text).fieldNames().next();
        String second = Json.parseOrText(text).fieldNames().next();

        assertThat(second).isEqualTo(first).isNotSameAs(first);
    }
}
