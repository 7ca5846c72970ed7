package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GamePair;
import java.util.List;
import java.util.Set;

/**
 * Two games from one opening with colors swapped.
 *
 * @param first the player with Black in the first game
 * @param second the player with Black in the second game
 * @param meeting the number of earlier meetings of the two
 * @param opening the number of the opening, from 0
 */
public record PlannedPair(String first, String second, int meeting, int opening) {
    /** Returns the name of the pair, unique for the two players. {@link GamePair} groups games by it. */
    public String name() {
        return "meeting " + meeting + ", opening " + opening;
    }

    /** Returns the two games. */
    public List<PlannedGame> games() {
        return List.of(
                new PlannedGame(first, second, name(), opening), new PlannedGame(second, first, name(), opening));
    }

    /** Returns whether the pair includes {@code player}. */
    boolean isOf(String player) {
        return first.equals(player) || second.equals(player);
    }

    /** Returns whether the pair includes one of {@code players}. */
    public boolean isOfAny(Set<String> players) {
        return players.contains(first) || players.contains(second);
    }

    /** Returns whether the pair is between these two players, in any order. */
    boolean isBetween(String player, String other) {
        return isOf(player) && isOf(other);
    }

    /**
     * A game of a pair.
     *
     * @param black the player with Black
     * @param white the player with White
     * @param pair the name of the pair
     * @param opening the number of the opening
     */
    public record PlannedGame(String black, String white, String pair, int opening) {}
}
