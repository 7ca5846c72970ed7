package dev.tengen.gateway.game;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GatewayJsonTest {
    private static final String TEXT = "{\"a name that a stranger chose\": 1}";

    private static String name(JsonNode object) {
        return object.fieldNames().next();
    }

    /** A name that is kept would be the same object the next time. */
    @Test
    void parse_namesOfStrangers_areNotKept() {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);

        String first = name(GatewayJson.parse(bytes).orElseThrow());
        String second = name(GatewayJson.parse(bytes).orElseThrow());
        String third = name(GatewayJson.parse(TEXT).orElseThrow());
        String fourth = name(GatewayJson.parse(TEXT).orElseThrow());

        assertThat(second).isEqualTo(first).isNotSameAs(first);
        assertThat(fourth).isEqualTo(third).isNotSameAs(third);
    }

    @Test
    void parse_tooDeep_isNoJson() {
        assertThat(GatewayJson.parse("[".repeat(21) + "]".repeat(21))).isEmpty();
        assertThat(GatewayJson.parse("[".repeat(20) + "]".repeat(20))).isPresent();
    }
}
