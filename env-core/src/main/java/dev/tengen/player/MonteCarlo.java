package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The family of players that search a tree with random playouts, named by how many they play for a move, as in
 * "monte-carlo:playouts=500". "monte-carlo" alone is the one with {@link #DEFAULT_PLAYOUT_COUNT}.
 *
 * @param playoutCount playouts for a move, from 1 to {@link #MAX_PLAYOUT_COUNT}
 */
public record MonteCarlo(int playoutCount) implements BuiltInPlayer {
    /** The most playouts for a move. */
    public static final int MAX_PLAYOUT_COUNT = 1_000_000;

    /** The playouts of the player whose name tells none. */
    public static final int DEFAULT_PLAYOUT_COUNT = 1000;

    /** That player. */
    public static final MonteCarlo DEFAULT = new MonteCarlo(DEFAULT_PLAYOUT_COUNT);

    private static final String PLAIN_NAME = "monte-carlo";
    private static final String PREFIX = PLAIN_NAME + ":playouts=";
    private static final Pattern NUMBERED_NAME = Pattern.compile(Pattern.quote(PREFIX) + "([1-9][0-9]{0,6})");

    /** Throws {@link InvalidValueException} where {@code playoutCount} is out of range. */
    public MonteCarlo {
        if (!isCount(playoutCount)) {
            throw InvalidValueException.outside("playouts", playoutCount, 1, MAX_PLAYOUT_COUNT);
        }
    }

    private static boolean isCount(int playoutCount) {
        return playoutCount >= 1 && playoutCount <= MAX_PLAYOUT_COUNT;
    }

    /** Returns the player called {@code name}, if it is of this family. */
    static Optional<MonteCarlo> named(String name) {
        if (name.equals(PLAIN_NAME)) {
            return Optional.of(DEFAULT);
        }
        Matcher matcher = NUMBERED_NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(Integer.parseInt(matcher.group(1)))
                        .filter(MonteCarlo::isCount)
                        .map(MonteCarlo::new)
                : Optional.empty();
    }

    /** Returns the names with a number, as errors tell them. */
    static String nameRange() {
        return PREFIX + "1 to " + PREFIX + MAX_PLAYOUT_COUNT;
    }

    /** Returns "monte-carlo" for the default, so that a player has one name. */
    @Override
    public String playerName() {
        return playoutCount == DEFAULT_PLAYOUT_COUNT ? PLAIN_NAME : PREFIX + playoutCount;
    }

    @Override
    public String summary() {
        return "Tree search with " + playoutCount + " random playouts for a move; named " + PREFIX + "N, with another "
                + "number from 1 to " + MAX_PLAYOUT_COUNT + ".";
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Player create(Grid grid) {
        return new MonteCarloPlayer(playoutCount);
    }
}
