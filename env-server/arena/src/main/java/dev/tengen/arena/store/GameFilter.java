package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoredText;
import java.util.Arrays;

/**
 * Selects games of a tournament. An empty text selects all games.
 *
 * @param player the name of a player, with Black or White
 * @param opponent the name of the other player in games of {@code player}
 * @param winner the name of a {@link Winner}; selects games that have ended
 * @param verdict why the game ended; selects games that have ended
 */
public record GameFilter(String player, String opponent, String winner, String verdict) {
    /** Selects all games. */
    public static final GameFilter ALL = new GameFilter("", "", "", "");

    /**
     * Creates a filter.
     *
     * @throws InvalidValueException if there is no such winner, a text cannot be stored, or there is an opponent
     *     without a player
     */
    public GameFilter {
        StoredText.require("player", player);
        StoredText.require("opponent", opponent);
        StoredText.require("verdict", verdict);
        if (!opponent.isEmpty() && player.isEmpty()) {
            throw InvalidValueException.not(
                    "opponent",
                    StoredText.quoted(opponent),
                    "the opponent of a player, whose name is in the field player");
        }
        String wanted = winner;
        if (!winner.isEmpty() && Arrays.stream(Winner.values()).map(Enum::name).noneMatch(wanted::equals)) {
            throw InvalidValueException.not(
                    "winner", StoredText.quoted(winner), "one of " + Arrays.toString(Winner.values()));
        }
    }
}
