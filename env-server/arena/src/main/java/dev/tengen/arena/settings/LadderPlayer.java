package dev.tengen.arena.settings;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tengen.arena.store.StoredPlayer;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /** The player as the store keeps it. A player of the ladder's file has only the first two values. */
    private record Document(
            @JsonProperty(required = true) String name,
            @JsonProperty(required = true) String player,
            @Nullable Double rating,
            @Nullable Object engine,
            @Nullable String agent,
            @Nullable String version,
            @Nullable String link,
            @Nullable String principal,
            @Nullable Long joinedAtMs,
            @Nullable Long seenAtMs) {}

    /** Returns a new player, which is seen now. */
    public static LadderPlayer of(String agent, String version, String link, String principal, Instant now) {
        String name = version.isEmpty() ? agent : agent + SEPARATOR + version;
        return new LadderPlayer(name, agent, version, link, principal, now, now);
    }

    /** Returns the agent that {@code stored} is; empty for a player of the server. */
    public static Optional<LadderPlayer> of(StoredPlayer stored) {
        Document known = SettingsSource.json(stored.settings()).read(Document.class);
        if (known.agent == null || known.joinedAtMs == null || known.seenAtMs == null) {
            return Optional.empty();
        }
        return Optional.of(new LadderPlayer(
                stored.name(),
                known.agent,
                Objects.requireNonNullElse(known.version, ""),
                Objects.requireNonNullElse(known.link, ""),
                Objects.requireNonNullElse(known.principal, ""),
                Instant.ofEpochMilli(known.joinedAtMs),
                Instant.ofEpochMilli(known.seenAtMs)));
    }

    /** Returns this player with another link, seen at {@code now}. */
    public LadderPlayer seen(String newLink, Instant now) {
        return new LadderPlayer(name, agent, version, newLink, principal, joinedAt, now);
    }

    /** Returns the player for the store. */
    public StoredPlayer stored() {
        return new StoredPlayer(
                name,
                SettingsSource.write(new Document(
                        name,
                        PlayerSettings.AGENT,
                        null,
                        null,
                        agent,
                        version,
                        link,
                        principal,
                        joinedAt.toEpochMilli(),
                        seenAt.toEpochMilli())));
    }
}
