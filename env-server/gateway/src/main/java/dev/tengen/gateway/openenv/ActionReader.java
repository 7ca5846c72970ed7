package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.JsonFields;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.RequestKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * The action of a step.
 *
 * @param move the move as the client wrote it
 * @param requestId identifies the request for retries; empty if it must not be retried
 */
record ActionReader(String move, Optional<String> requestId) {
    private static final int MAX_MOVE_LENGTH = 1000;
    private static final int MAX_ID_LENGTH = 64;
    private static final String KIND = "openenv/step";

    /**
     * Returns the action in {@code object}.
     *
     * @throws dev.tengen.server.error.CallException if a field is missing, unknown, or of another type
     */
    static ActionReader read(ObjectNode object) {
        JsonFields fields = new JsonFields(object);
        fields.requireOnly(Set.of("move", "metadata"));
        Optional<String> requestId = fields.object("metadata")
                .flatMap(metadata -> new JsonFields(metadata).text("request_id", MAX_ID_LENGTH));
        return new ActionReader(fields.requiredText("move", MAX_MOVE_LENGTH), requestId);
    }

    /** Returns this action with {@code other} as its request id if it has none. */
    ActionReader orRequestId(Optional<String> other) {
        return requestId.isPresent() ? this : new ActionReader(move, other);
    }

    /** Returns the key for retries in {@code session}. */
    RequestKey key(Principal principal, GatewaySession session) {
        String content = GatewayJson.text(new String[] {session.id(), move});
        return RequestKey.of(principal, requestId.orElse(""), KIND, content.getBytes(StandardCharsets.UTF_8));
    }
}
