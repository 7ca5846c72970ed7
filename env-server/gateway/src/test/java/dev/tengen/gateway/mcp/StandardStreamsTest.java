package dev.tengen.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.gateway.ServedGateway;
import dev.tengen.gateway.http.JsonRpcException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Model Context Protocol over standard streams. One line that was no message once ended all answers, and the
 * program outlived its input.
 */
class StandardStreamsTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}";

    /** Serves {@code input} to its end, and returns the answers. */
    private static List<JsonNode> answers(String input) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        StandardStreams.serve(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output);
        return output.toString(StandardCharsets.UTF_8)
                .lines()
                .map(ServedGateway::json)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "garbage                                               | -32700",
                "{\"jsonrpc\":                                         | -32700",
                "{} {}                                                 | -32700",
                "[]                                                    | -32600",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]  | -32600",
                "{}                                                    | -32600",
                "5                                                     | -32600",
                "null                                                  | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}  | -32600",
                "{\"id\":1,\"method\":\"ping\"}                        | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}    | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}           | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}                        | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]} | -32600"
            })
    void serve_lineThatIsNoMessage_isAnsweredAndTheNextOneToo(String line, int code) throws IOException {
        List<JsonNode> answers = answers(INITIALIZE + "\n" + line + "\n" + PING + "\n");

        assertThat(answers).hasSize(3);
        assertThat(answers.get(1).at("/error/code").asInt()).isEqualTo(code);
        assertThat(answers.get(1).get("id").isNull()).isTrue();
        assertThat(answers.get(2).path("id").asText()).isEqualTo("last");
        assertThat(answers.get(2).path("result").isObject()).isTrue();
    }

    @Test
    void serve_blankLinesAndByteOrderMark_areSkipped() throws IOException {
        List<JsonNode> answers = answers("\ufeff\n\n  \r\n\ufeff" + INITIALIZE + "\r\n\t\n" + PING);

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0).at("/result/protocolVersion").asText()).isEqualTo("2025-06-18");
        assertThat(answers.get(1).path("id").asText()).isEqualTo("last");
    }

    @Test
    void serve_bytesThatAreNoUtf8AndALineThatIsTooLong_areErrors() throws IOException {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        input.write(new byte[] {'"', (byte) 0xc3, '"', '\n'});
        input.write(("\"" + "x".repeat(StandardStreams.MAX_MESSAGE_BYTES) + "\"\n").getBytes(StandardCharsets.UTF_8));
        input.write(PING.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream output = new ByteArrayOutputStream();

        StandardStreams.serve(new ByteArrayInputStream(input.toByteArray()), output);

        List<JsonNode> answers = output.toString(StandardCharsets.UTF_8)
                .lines()
                .map(ServedGateway::json)
                .toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0).at("/error/code").asInt()).isEqualTo(JsonRpcException.PARSE_ERROR);
        assertThat(answers.get(1).at("/error/code").asInt()).isEqualTo(JsonRpcException.INVALID_REQUEST);
        assertThat(answers.get(2).path("result").isObject()).isTrue();
    }

    @Test
    void serve_notificationsAndResponses_getNoAnswer() throws IOException {
        List<JsonNode> answers = answers("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\",\"params\":{\"a\":1}}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n" + PING + "\n");

        assertThat(answers).hasSize(1);
    }

    @Test
    void serve_gameInOneGo_isAnsweredInOrderToTheEndOfInput() throws IOException {
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}%n";
        List<JsonNode> answers = answers(INITIALIZE + "\n"
                + String.format(call, 2, "new_game", "{\"size\":5,\"color\":\"both\"}")
                + String.format(call, 3, "play_move", "{\"move\":\"C3\"}")
                + String.format(call, 4, "fly", "{}")
                + "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"resources/read\",\"params\":{\"uri\":\"tengen://game/record\"}}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///etc/passwd\"}}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\",\"params\":null}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"prompts/list\"}");

        assertThat(answers.stream().map(answer -> answer.path("id").asInt())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(answers.get(2).at("/result/structuredContent/move_number").asInt())
                .isEqualTo(1);
        assertThat(answers.get(3).at("/error/code").asInt()).isEqualTo(JsonRpcException.INVALID_PARAMS);
        assertThat(answers.get(4).at("/result/contents/0/text").asText())
                .startsWith("(;")
                .contains(";B[cc]");
        assertThat(answers.get(5).at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(answers.get(6).at("/error/code").asInt()).isEqualTo(JsonRpcException.INVALID_PARAMS);
        assertThat(answers.get(7).at("/error/code").asInt()).isEqualTo(JsonRpcException.METHOD_NOT_FOUND);
    }
}
