package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GameStep;
import dev.tengen.gateway.game.GatewayJson;

/** Writes the results of resets and steps as OpenEnv has them: {@code observation}, {@code reward} and {@code done}. */
final class EpisodeJson {
    private EpisodeJson() {}

    /** Returns {@code step} as JSON. */
    static ObjectNode of(GameStep step) {
        ObjectNode result = GatewayJson.object();
        result.set("observation", GatewayJson.tree(step.observation()));
        return result.put("reward", step.reward()).put("done", step.isDone());
    }
}
