package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A tournament as it was created. It never changes.
 *
 * @param name the name, not blank, at most 200 characters
 * @param settings the settings as JSON; opaque to the store
 * @param seed the seed
 * @param players the players, in order, with distinct names
 * @param createdAt when it was created, truncated to milliseconds
 */
public record StoredTournament(String name, String settings, long seed, List<StoredPlayer> players, Instant createdAt) {
    /**
     * Creates a tournament. Copies the list.
     *
     * @throws InvalidValueException if it cannot be stored
     */
    public StoredTournament {
        StoredText.requireName("tournament", name);
        StoredText.require("settings", settings);
        players = List.copyOf(players);
        createdAt = StoredText.require("createdAt", createdAt);
        Set<String> names = new HashSet<>();
        for (StoredPlayer player : players) {
            if (!names.add(player.name())) {
                throw InvalidValueException.not("player", StoredText.quoted(player.name()), "unique among the players");
            }
        }
    }

    /** Returns this tournament with {@code newPlayers}. */
    StoredTournament withPlayers(List<StoredPlayer> newPlayers) {
        return new StoredTournament(name, settings, seed, newPlayers, createdAt);
    }

    /** Returns whether {@code other} is equal apart from the time of creation. */
    boolean isSameAs(StoredTournament other) {
        return name.equals(other.name)
                && settings.equals(other.settings)
                && seed == other.seed
                && players.equals(other.players);
    }
}
