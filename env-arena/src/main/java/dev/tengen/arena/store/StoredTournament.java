package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A tournament as it was created; nothing of it ever changes.
 *
 * @param name its name, not blank, at most 200 characters
 * @param settings what it is played by, as JSON; the store does not read it
 * @param seed what its chance is drawn from
 * @param players the players, in their order, no two with one name
 * @param createdAt when it was created, in milliseconds: what is finer is cut off
 */
public record StoredTournament(String name, String settings, long seed, List<StoredPlayer> players, Instant createdAt) {
    /** Makes a tournament; the list is copied. Throws {@link InvalidValueException} if it cannot be stored. */
    public StoredTournament {
        StoredText.requireName("tournament", name);
        StoredText.require("settings", settings);
        players = List.copyOf(players);
        createdAt = StoredText.require("createdAt", createdAt);
        Set<String> names = new HashSet<>();
        for (StoredPlayer player : players) {
            if (!names.add(player.name())) {
                throw InvalidValueException.not(
                        "player", StoredText.quoted(player.name()), "the only one of this name");
            }
        }
    }

    /** Returns whether {@code other} is the same but for the time. */
    boolean isSameAs(StoredTournament other) {
        return name.equals(other.name)
                && settings.equals(other.settings)
                && seed == other.seed
                && players.equals(other.players);
    }
}
