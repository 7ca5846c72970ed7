package dev.tengen.gateway.openenv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.tengen.gateway.GatewaySettings;
import dev.tengen.gateway.ServedGateway;
import dev.tengen.gateway.TestSocket;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.SessionLimits;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Episodes on the socket {@code /ws}, and its error codes. */
class EpisodeSocketTest {
    private static ServedGateway gateway;

    @BeforeAll
    static void start() {
        gateway = ServedGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void step_wholeGame_endsWithScoreAndReward() {
        try (TestSocket socket = gateway.socket("/ws")) {
            JsonNode end =
                    play(socket, new Random(1), "{\"size\":5,\"seed\":1,\"show_legal\":true,\"reward\":\"margin\"}");

            JsonNode observation = end.path("observation");
            assertThat(observation.path("end_reason").asText()).isEqualTo("passes");
            assertThat(observation.path("terminated").asBoolean()).isTrue();
            assertThat(end.path("reward").asDouble())
                    .isEqualTo(observation.path("score").path("margin").asDouble());
        }
    }

    /** Plays random legal moves, and passes when the opponent does, to the end; returns the last answer. */
    private static JsonNode play(TestSocket socket, Random random, String options) {
        JsonNode answer = socket.reset(options);
        while (!answer.path("done").asBoolean()) {
            JsonNode legal = answer.path("observation").path("legal_moves");
            JsonNode last = answer.path("observation").path("last_moves");
            boolean isAfterPass =
                    !last.isEmpty() && last.get(last.size() - 1).asText().endsWith("pass");
            int index = isAfterPass ? legal.size() - 1 : random.nextInt(Math.max(1, legal.size() - 1));
            answer = socket.step(legal.get(index).asText());
        }
        return answer;
    }

    @Test
    void reset_rowsOfAnObservation_startsThere() {
        try (TestSocket socket = gateway.socket("/ws")) {
            JsonNode first =
                    socket.reset("{\"rows\":[\"X.O\",\"...\",\"...\"],\"to_move\":\"white\",\"color\":\"both\"}");
            JsonNode moved = socket.step("B2").path("observation");
            JsonNode again = socket.reset("{\"rows\":" + moved.path("rows") + ",\"to_move\":" + moved.path("to_move")
                    + ",\"color\":\"both\"}");

            assertThat(first.at("/observation/to_move").asText()).isEqualTo("white");
            assertThat(moved.path("rows").toString()).isEqualTo("[\"X.O\",\".O.\",\"...\"]");
            assertThat(again.at("/observation/board")).isEqualTo(moved.path("board"));
            assertThat(again.at("/observation/move_number").asInt()).isZero();
        }
    }

    @Test
    void step_afterTheEnd_isAnExecutionError() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.step("resign");

            JsonNode answer = socket.ask("{\"type\":\"step\",\"data\":{\"move\":\"D4\"}}");

            assertThat(TestSocket.code(answer)).isEqualTo("EXECUTION_ERROR");
            assertThat(answer.path("data").path("message").asText()).contains("reset it first");
        }
    }

    @Test
    void step_illegalMoves_areCountedAndExplained() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"size\":5,\"color\":\"both\"}");
            socket.step("C3");

            JsonNode occupied = socket.step("C3").path("observation");
            JsonNode unreadable = socket.step("I think D4").path("observation");

            assertThat(occupied.path("error").asText()).isEqualTo("C3 is illegal: a black stone stands there.");
            assertThat(occupied.path("error_code").asText()).isEqualTo("occupied");
            assertThat(unreadable.path("error").asText()).startsWith("\"I think D4\" is no move on this board");
            assertThat(unreadable.path("illegal_moves").asInt()).isEqualTo(2);
            assertThat(unreadable.path("illegal_moves_left").asInt()).isEqualTo(8);
            assertThat(unreadable.path("move_number").asInt()).isEqualTo(1);
        }
    }

    @Test
    void step_illegalMoveAtTheLimit_truncates() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"max_illegal\":2}");

            assertThat(socket.step("nothing").path("done").asBoolean()).isFalse();
            JsonNode end = socket.step("nothing");

            assertThat(end.path("done").asBoolean()).isTrue();
            assertThat(end.path("observation").path("truncated").asBoolean()).isTrue();
            assertThat(end.path("observation").path("end_reason").asText()).isEqualTo("max_illegal_actions");
            assertThat(end.path("reward").asDouble()).isZero();
        }
    }

    @Test
    void step_illegalMoveAtTheLimitWithForfeit_loses() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"max_illegal\":2,\"on_max_illegal\":\"forfeit\"}");

            assertThat(socket.step("nothing").path("done").asBoolean()).isFalse();
            JsonNode end = socket.step("nothing");

            JsonNode observation = end.path("observation");
            assertThat(observation.path("terminated").asBoolean()).isTrue();
            assertThat(observation.path("end_reason").asText()).isEqualTo("forfeit");
            assertThat(observation.path("winner").asText()).isEqualTo("white");
            assertThat(observation.path("error").asText()).contains("no move");
            assertThat(end.path("reward").asDouble()).isEqualTo(-1);
        }
    }

    @Test
    void step_retryOfAForfeit_getsTheSameAnswer() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"max_illegal\":1,\"on_max_illegal\":\"forfeit\"}");
            String step = "{\"type\":\"step\",\"data\":{\"move\":\"?\",\"metadata\":{\"request_id\":\"a\"}}}";

            assertThat(socket.ask(step)).isEqualTo(socket.ask(step));
        }
    }

    @Test
    void step_retryWithTheSameRequestId_actsOnce() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"size\":5,\"seed\":3}");
            String step = "{\"type\":\"step\",\"data\":{\"move\":\"C3\",\"metadata\":{\"request_id\":\"b\"}}}";

            JsonNode first = socket.ask(step);
            JsonNode again = socket.ask(step);

            assertThat(again).isEqualTo(first);
            assertThat(socket.state().path("observation").path("move_number").asInt())
                    .isEqualTo(2);
        }
    }

    @Test
    void reset_otherCoordinates_areUsedThroughout() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"size\":5,\"color\":\"both\",\"coordinates\":\"numbers\",\"show_legal\":true}");

            JsonNode observation = socket.step("1,2").path("observation");

            assertThat(observation.path("last_moves").get(0).asText()).isEqualTo("black 1,2");
            assertThat(observation.path("rows").get(0).asText()).isEqualTo(".X...");
            assertThat(observation.path("legal_moves").get(0).asText()).isEqualTo("1,1");
        }
    }

    @Test
    void reset_sameSeed_givesTheSameGame() {
        List<JsonNode> ends = new ArrayList<>();
        for (int game = 0; game < 2; game++) {
            try (TestSocket socket = gateway.socket("/ws")) {
                ends.add(play(
                        socket, new Random(5), "{\"size\":7,\"seed\":5,\"show_legal\":true,\"opponent\":\"random\"}"));
            }
        }

        assertThat(ends.get(0)).isEqualTo(ends.get(1));
    }

    @Test
    void reset_task_hasTheOptimumAndTheRegret() {
        try (TestSocket socket = gateway.socket("/ws")) {
            JsonNode answer = socket.reset("{\"task\":\"race-class0:split=test\",\"seed\":4,\"show_legal\":true}");
            assertThat(answer.path("observation").path("task").path("split").asText())
                    .isEqualTo("test");
            while (!answer.path("done").asBoolean()) {
                answer = socket.step("pass");
            }

            JsonNode task = answer.path("observation").path("task");
            assertThat(task.path("regret").asInt()).isBetween(0, 2);
        }
    }

    @Test
    void state_sgf_replaysWithTheSameHash() {
        ManagedChannel channel = gateway.channel();
        try (TestSocket socket = gateway.socket("/ws")) {
            for (String rules : List.of("tromp-taylor", "chinese", "japanese")) {
                play(
                        socket,
                        new Random(2),
                        "{\"size\":7,\"seed\":2,\"show_legal\":true,\"opponent\":\"random\",\"rules\":\"" + rules
                                + "\"}");
                JsonNode state = socket.state();

                EnvironmentServiceGrpc.EnvironmentServiceBlockingStub stub =
                        EnvironmentServiceGrpc.newBlockingStub(channel);
                ImportRecordResponse imported = stub.importRecord(ImportRecordRequest.newBuilder()
                        .setSgf(ByteString.copyFromUtf8(state.path("sgf").asText()))
                        .build());
                long hash = stub.legalActions(LegalActionsRequest.newBuilder()
                                .setSessionId(imported.getSession().getSessionId())
                                .build())
                        .getStateHash();

                assertThat(String.format("%016x", hash))
                        .isEqualTo(state.path("state_hash").asText());
            }
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void attach_afterADrop_losesNothing() {
        TestSocket first = gateway.socket("/ws");
        first.reset("{\"size\":5,\"seed\":1,\"episode_id\":\"e1\"}");
        first.step("C3");
        first.step("Z9");
        JsonNode before = first.state();
        String id = before.path("session_id").asText();

        first.drop();

        await().forever().untilAsserted(() -> {
            try (TestSocket second = gateway.socket("/ws?session_id=" + id)) {
                assertThat(second.state()).isEqualTo(before);
            }
        });
    }

    @Test
    void attach_whileAnotherSocketIs_isASessionError() {
        try (TestSocket first = gateway.socket("/ws")) {
            String id = first.state().path("session_id").asText();

            try (TestSocket second = gateway.socket("/ws?session_id=" + id)) {
                assertThat(TestSocket.code(second.answer())).isEqualTo("SESSION_ERROR");
                assertThat(second.closeStatus()).isEqualTo(1000);
            }
            assertThat(first.state().path("session_id").asText()).isEqualTo(id);
        }
    }

    @Test
    void attach_unknownSession_isASessionErrorAndClosesTheSocket() {
        try (TestSocket socket = gateway.socket("/ws?session_id=abc")) {
            assertThat(TestSocket.code(socket.answer())).isEqualTo("SESSION_ERROR");
            assertThat(socket.closeStatus()).isEqualTo(1000);
        }
    }

    @Test
    void close_ofASocketsSession_endsIt() {
        String id;
        try (TestSocket socket = gateway.socket("/ws")) {
            id = socket.state().path("session_id").asText();
            socket.send("{\"type\":\"close\"}");
            assertThat(socket.closeStatus()).isEqualTo(1000);
        }
        try (TestSocket again = gateway.socket("/ws?session_id=" + id)) {
            assertThat(TestSocket.code(again.answer())).isEqualTo("SESSION_ERROR");
        }
    }

    @Test
    void close_ofASessionThatTheClientCreated_keepsIt() {
        String id = gateway.rpc("openenv/session/create", "{}")
                .path("result")
                .path("session_id")
                .asText();
        try (TestSocket socket = gateway.socket("/ws?session_id=" + id)) {
            socket.reset("{\"size\":5}");
            socket.send("{\"type\":\"close\"}");
            assertThat(socket.closeStatus()).isEqualTo(1000);
        }

        JsonNode closed = gateway.rpc("openenv/session/close", "{\"session_id\":\"" + id + "\"}");

        assertThat(closed.path("result").path("closed").asBoolean()).isTrue();
    }

    @Test
    void message_noJson_isInvalidJson() {
        try (TestSocket socket = gateway.socket("/ws")) {
            for (String text : List.of("", "hello", "{", "{} {}", "[".repeat(2000))) {
                assertThat(TestSocket.code(socket.ask(text))).isEqualTo("INVALID_JSON");
            }
        }
    }

    @Test
    void message_unknownType_isSaid() {
        try (TestSocket socket = gateway.socket("/ws")) {
            for (String text : List.of("{}", "{\"type\":\"dance\"}", "{\"type\":7}", "{\"type\":null}")) {
                assertThat(TestSocket.code(socket.ask(text))).isEqualTo("UNKNOWN_TYPE");
            }
        }
    }

    @Test
    void message_invalidFields_areValidationErrorsThatNameThem() {
        try (TestSocket socket = gateway.socket("/ws")) {
            Set<String> fields = new TreeSet<>();
            for (String text : List.of(
                    "[]",
                    "7",
                    "{\"type\":\"step\"}",
                    "{\"type\":\"step\",\"data\":{}}",
                    "{\"type\":\"step\",\"data\":{\"move\":4}}",
                    "{\"type\":\"step\",\"data\":{\"move\":\"D4\",\"why\":\"\"}}",
                    "{\"type\":\"reset\",\"data\":{\"size\":26}}",
                    "{\"type\":\"reset\",\"data\":{\"size\":\"9\"}}",
                    "{\"type\":\"reset\",\"data\":{\"komi\":0.3}}",
                    "{\"type\":\"reset\",\"data\":{\"komi\":1e300}}",
                    "{\"type\":\"reset\",\"data\":{\"rules\":\"chess\"}}",
                    "{\"type\":\"reset\",\"data\":{\"color\":\"red\"}}",
                    "{\"type\":\"reset\",\"data\":{\"opponent\":\"nobody\"}}",
                    "{\"type\":\"reset\",\"data\":{\"opponent\":\"greedy\",\"color\":\"both\"}}",
                    "{\"type\":\"reset\",\"data\":{\"opponent\":\"oracle\"}}",
                    "{\"type\":\"reset\",\"data\":{\"handicap\":1}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":\"X.\"}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[7]}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[]}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"X.\"]}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"X?\",\"..\"]}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"XX\",\"XX\"]}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"X.\",\"..\"],\"size\":3}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"X.\",\"..\"],\"handicap\":2}}",
                    "{\"type\":\"reset\",\"data\":{\"rows\":[\"X.\",\"..\"],\"task\":\"race-class0\"}}",
                    "{\"type\":\"reset\",\"data\":{\"to_move\":\"white\"}}",
                    "{\"type\":\"reset\",\"data\":{\"task\":\"juggling\"}}",
                    "{\"type\":\"reset\",\"data\":{\"task\":\"race-class0\",\"size\":5}}",
                    "{\"type\":\"reset\",\"data\":{\"task\":\"race-class0\",\"task_id\":\"none\"}}",
                    "{\"type\":\"reset\",\"data\":{\"task\":\"race-class0\",\"reward\":\"margin\"}}",
                    "{\"type\":\"reset\",\"data\":{\"seed\":-1}}",
                    "{\"type\":\"reset\",\"data\":{\"seed\":99999999999999999999}}",
                    "{\"type\":\"reset\",\"data\":{\"max_illegal\":0}}",
                    "{\"type\":\"state\",\"data\":{}}")) {
                JsonNode answer = socket.ask(text);

                assertThat(TestSocket.code(answer)).as(text).isEqualTo("VALIDATION_ERROR");
                fields.add(answer.at("/data/errors/0/loc/1").asText());
            }
            assertThat(fields)
                    .contains(
                            "data",
                            "move",
                            "size",
                            "komi",
                            "rules",
                            "color",
                            "opponent",
                            "task",
                            "seed",
                            "rows",
                            "to_move");
        }
    }

    @Test
    void message_tooLong_closesTheSocketOnly() {
        try (TestSocket socket = gateway.socket("/ws");
                TestSocket other = gateway.socket("/ws")) {
            socket.send("x".repeat(5000));

            assertThat(socket.closeStatus()).isEqualTo(1009);
            assertThat(other.step("D4").path("done").asBoolean()).isFalse();
        }
    }

    @Test
    void message_manyAtOnce_areAnsweredInOrderUpToALimit() {
        try (TestSocket socket = gateway.socket("/ws")) {
            for (int message = 0; message < MessageSocket.MAX_WAITING / 2; message++) {
                socket.send("{\"type\":\"type" + message + "\"}");
            }
            for (int message = 0; message < MessageSocket.MAX_WAITING / 2; message++) {
                assertThat(socket.answer().at("/data/message").asText()).contains("\"type" + message + "\"");
            }
        }
    }

    @Test
    void connect_moreSocketsThanAllowed_isCapacityReached() {
        try (ServedGateway small = ServedGateway.start(ServerConfig.DEFAULT, new GatewaySettings(1));
                TestSocket first = small.socket("/ws")) {
            first.state();

            try (TestSocket second = small.socket("/ws")) {
                assertThat(TestSocket.code(second.answer())).isEqualTo("CAPACITY_REACHED");
                assertThat(second.closeStatus()).isEqualTo(1000);
            }
        }
    }

    @Test
    void connect_moreSessionsThanAllowed_isCapacityReached() {
        ServerConfig config = ServerConfig.DEFAULT.withSessionLimits(new SessionLimits(1, Duration.ofMinutes(1)));
        try (ServedGateway small = ServedGateway.start(config, GatewaySettings.DEFAULT);
                TestSocket first = small.socket("/ws")) {
            first.state();

            try (TestSocket second = small.socket("/ws")) {
                assertThat(TestSocket.code(second.answer())).isEqualTo("CAPACITY_REACHED");
            }
        }
    }

    @Test
    void session_idleForItsTimeout_isGone() {
        ServerConfig config = ServerConfig.DEFAULT.withSessionLimits(new SessionLimits(10, Duration.ofMillis(300)));
        try (ServedGateway brief = ServedGateway.start(config, GatewaySettings.DEFAULT);
                TestSocket socket = brief.socket("/ws")) {
            socket.state();
            await().forever().pollDelay(Duration.ofMillis(600)).until(() -> true);

            assertThat(TestSocket.code(socket.ask("{\"type\":\"state\"}"))).isEqualTo("SESSION_ERROR");
            assertThat(socket.closeStatus()).isEqualTo(1000);
        }
    }

    @Test
    void mcp_message_callsAToolInTheSession() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset("{\"size\":5,\"color\":\"both\"}");

            JsonNode answer =
                    socket.ask("{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\","
                            + "\"params\":{\"name\":\"play_move\",\"arguments\":{\"move\":\"A1\"}}}}");

            assertThat(answer.path("type").asText()).isEqualTo("mcp");
            assertThat(answer.at("/data/result/isError").asBoolean()).isFalse();
            assertThat(socket.state().at("/observation/move_number").asInt()).isEqualTo(1);
        }
    }
}
