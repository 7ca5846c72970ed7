package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.json.Json;
import dev.tengen.arena.store.StoredPlayer;
import java.time.Instant;
import java.util.Optional;

/**
 * An agent on the ladder: one version of it.
 *
 * @param name the name on the ladder: that of the agent, and {@code @} and the version if it has one
 * @param agent the name of the agent
 * @param version the version; empty for none
 * @param link the address of a page about the agent; empty for none
 * @param principal the name of the principal that brought it; empty if the server has no authentication
 * @param joinedAt when it first joined
 * @param seenAt when it was last connected
 */
public record LadderPlayer(
        String name, String agent, String version, String link, String principal, Instant joinedAt, Instant seenAt) {
    /** Separates an agent and its version. */
    public static final String SEPARATOR = "@";

    /** Returns a new player, which is seen now. */
    public static LadderPlayer of(String agent, String version, String link, String principal, Instant now) {
        String name = version.isEmpty() ? agent : agent + SEPARATOR + version;
        return new LadderPlayer(name, agent, version, link, principal, now, now);
    }

    /** Returns the agent that {@code stored} is; empty for a player of the server. */
    public static Optional<LadderPlayer> of(StoredPlayer stored) {
        JsonNode known = Json.parseOrText(stored.settings());
        if (!known.has("agent")) {
            return Optional.empty();
        }
        return Optional.of(new LadderPlayer(
                stored.name(),
                known.path("agent").asText(),
                known.path("version").asText(),
                known.path("link").asText(),
                known.path("principal").asText(),
                Instant.ofEpochMilli(known.path("joined_at_ms").asLong()),
                Instant.ofEpochMilli(known.path("seen_at_ms").asLong())));
    }

    /** Returns this player with another link, seen at {@code now}. */
    public LadderPlayer seen(String newLink, Instant now) {
        return new LadderPlayer(name, agent, version, newLink, principal, joinedAt, now);
    }

    /** Returns the player for the store. A player of the ladder's file has only the first two values. */
    public StoredPlayer stored() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", name);
        json.put("player", PlayerSettings.AGENT);
        json.put("agent", agent);
        json.put("version", version);
        json.put("link", link);
        json.put("principal", principal);
        json.put("joined_at_ms", joinedAt.toEpochMilli());
        json.put("seen_at_ms", seenAt.toEpochMilli());
        return new StoredPlayer(name, json.toString());
    }
}
