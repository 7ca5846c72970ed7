package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GameOptionsReader;
import dev.tengen.gateway.game.GameStep;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.game.JsonFields;
import dev.tengen.gateway.http.ErrorText;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.openenv.MessageSocket.Answer;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** The messages of {@code /ws}: reset, step, state, close and mcp, on one session. Thread-safe. */
final class EpisodeProtocol implements MessageSocket.MessageHandler {
    private static final String DATA = "data";

    private final GatewaySessions sessions;
    private final GatewaySession session;
    private final JsonRpc rpc;
    private final JsonRpc.Client client;

    EpisodeProtocol(GatewaySessions sessions, GatewaySession session, JsonRpc rpc, JsonRpc.Client client) {
        this.sessions = sessions;
        this.session = session;
        this.rpc = rpc;
        this.client = client;
    }

    @Override
    public CompletableFuture<Answer> answer(String text, CallToken call) {
        Optional<JsonNode> message = GatewayJson.parse(text);
        if (message.isEmpty()) {
            return CompletableFuture.completedFuture(Answer.of(ErrorText.invalidJson()));
        }
        CompletableFuture<Answer> answer;
        try {
            answer = answer(message.get(), call);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.exceptionally(this::failed);
    }

    @Override
    public Answer failed(Throwable thrown) {
        ErrorText error = ErrorText.of(thrown);
        // Without its session, a socket is of no use.
        return new Answer(error.frame(), error.code().equals("SESSION_ERROR"));
    }

    private CompletableFuture<Answer> answer(JsonNode message, CallToken call) {
        if (!(message instanceof ObjectNode object)) {
            throw CallException.invalid("message", "no object", "an object with a type");
        }
        JsonFields fields = new JsonFields(object);
        String type = object.path("type").asText();
        return switch (type) {
            case "reset" -> reset(fields, call);
            case "step" -> step(fields, call);
            case "state" -> state(fields, call);
            case "mcp" -> tools(fields, call);
            case "close" -> CompletableFuture.completedFuture(close(fields));
            default ->
                CompletableFuture.completedFuture(Answer.of(ErrorText.frame(
                        "UNKNOWN_TYPE",
                        "Unknown message type: \"" + CallException.shown(type)
                                + "\" is none of reset, step, state, mcp and close")));
        };
    }

    private CompletableFuture<Answer> reset(JsonFields fields, CallToken call) {
        fields.requireOnly(Set.of("type", DATA));
        ObjectNode data = fields.object(DATA).orElseGet(GatewayJson::object);
        return played(
                GatewayPermission.RESET,
                call,
                (principal, token) -> sessions.reset(principal, session, GameOptionsReader.read(data), token));
    }

    private CompletableFuture<Answer> step(JsonFields fields, CallToken call) {
        fields.requireOnly(Set.of("type", DATA));
        ActionReader action = ActionReader.read(fields.requiredObject(DATA));
        return played(
                GatewayPermission.STEP,
                call,
                (principal, token) ->
                        sessions.step(principal, session, action.move(), action.key(principal, session), token));
    }

    private CompletableFuture<Answer> played(
            GatewayPermission permission,
            CallToken call,
            BiFunction<Principal, CallToken, CompletableFuture<GameStep>> work) {
        Principal principal = client.identity().require(permission);
        return work.apply(principal, call).thenApply(step -> Answer.of(frame("observation", EpisodeJson.of(step))));
    }

    private CompletableFuture<Answer> state(JsonFields fields, CallToken call) {
        fields.requireOnly(Set.of("type"));
        Principal principal = client.identity().require(GatewayPermission.SEE_STATE);
        return sessions.state(principal, session, call)
                .thenApply(state -> Answer.of(frame("state", GatewayJson.tree(state))));
    }

    private CompletableFuture<Answer> tools(JsonFields fields, CallToken call) {
        fields.requireOnly(Set.of("type", DATA));
        return rpc.answer(client, call, fields.requiredObject(DATA))
                .thenApply(answer -> Answer.of(frame("mcp", answer)));
    }

    private Answer close(JsonFields fields) {
        fields.requireOnly(Set.of("type"));
        if (session.isOfSocket()) {
            client.identity().principal().ifPresent(principal -> client.audit().ended(principal, session));
            sessions.close(session);
        }
        return new Answer(null, true);
    }

    private static String frame(String type, ObjectNode data) {
        ObjectNode frame = GatewayJson.object().put("type", type);
        frame.set(DATA, data);
        return frame.toString();
    }
}
