package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GamePair;
import java.util.List;
import java.util.Set;

/**
 * Two games to be played from one opening, with colors swapped.
 *
 * @param first the player who has Black in the first game
 * @param second the player who has Black in the second game
 * @param meeting how often the two have met before, from 0 up
 * @param opening the number of the opening, from 0 up
 */
public record PlannedPair(String first, String second, int meeting, int opening) {
    /** Returns the name of the pair, by which {@link GamePair} finds its games: that of no other pair of the two players. */
    public String name() {
        return "meeting " + meeting + ", opening " + opening;
    }

    /** Returns the two games. */
    public List<PlannedGame> games() {
        return List.of(
                new PlannedGame(first, second, name(), opening), new PlannedGame(second, first, name(), opening));
    }

    /** Returns whether {@code player} is one of the two. */
    boolean isOf(String player) {
        return first.equals(player) || second.equals(player);
    }

    /** Returns whether one of {@code players} is one of the two. */
    public boolean isOfAny(Set<String> players) {
        return players.contains(first) || players.contains(second);
    }

    /** Returns whether these are the two, in any order. */
    boolean isBetween(String player, String other) {
        return isOf(player) && isOf(other);
    }

    /**
     * A game to be played.
     *
     * @param black the player who has Black
     * @param white the player who has White
     * @param pair the name of the pair
     * @param opening the number of the opening
     */
    public record PlannedGame(String black, String white, String pair, int opening) {}
}
