package dev.tengen.player;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The family of Monte-Carlo tree search (MCTS) players, named by the number of playouts per move, as in
 * "monte-carlo:playouts=500". "monte-carlo" has {@link #DEFAULT_PLAYOUT_COUNT}.
 *
 * @param playoutCount number of playouts per move, from 1 to {@link #MAX_PLAYOUT_COUNT}
 */
public record MonteCarlo(int playoutCount) implements BuiltInPlayer {
    /** Maximum number of playouts per move. */
    public static final int MAX_PLAYOUT_COUNT = 1_000_000;

    /** Number of playouts per move of the player "monte-carlo". */
    public static final int DEFAULT_PLAYOUT_COUNT = 1000;

    /** The player "monte-carlo". */
    public static final MonteCarlo DEFAULT = new MonteCarlo(DEFAULT_PLAYOUT_COUNT);

    private static final String PLAIN_NAME = "monte-carlo";
    private static final String PREFIX = PLAIN_NAME + ":playouts=";
    private static final Pattern NUMBERED_NAME =
            Pattern.compile(Pattern.quote(Names.fold(PREFIX)) + "([1-9][0-9]{0,6})");

    /**
     * Creates the factory of one player.
     *
     * @throws InvalidValueException if {@code playoutCount} is out of range
     */
    public MonteCarlo {
        InvalidValueException.requireWithin("playouts", playoutCount, 1, MAX_PLAYOUT_COUNT);
    }

    /** Returns the player {@code name}, if it belongs to this family. */
    static Optional<MonteCarlo> named(String name) {
        Matcher matcher = NUMBERED_NAME.matcher(Names.fold(name));
        return matcher.matches()
                ? Optional.of(Integer.parseInt(matcher.group(1)))
                        .filter(count -> count <= MAX_PLAYOUT_COUNT)
                        .map(MonteCarlo::new)
                : Optional.empty();
    }

    /** Returns the range of names with a number, for error messages. */
    static String nameRange() {
        return PREFIX + "1 to " + PREFIX + MAX_PLAYOUT_COUNT;
    }

    /** Returns "monte-carlo" for the default number, so that each player has exactly one name. */
    @Override
    public String playerName() {
        return playoutCount == DEFAULT_PLAYOUT_COUNT ? PLAIN_NAME : PREFIX + playoutCount;
    }

    @Override
    public String summary() {
        return "Monte-Carlo tree search (MCTS) with " + playoutCount
                + " playouts per move; for another number from 1 to " + MAX_PLAYOUT_COUNT + " the name is " + PREFIX
                + "N.";
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public long keptBytes() {
        return MonteCarloPlayer.isTreeKept(playoutCount) ? UctTree.memoryBytes(playoutCount + 1) : 0;
    }

    @Override
    public long searchBytes() {
        return MonteCarloPlayer.isTreeKept(playoutCount) ? 0 : UctTree.growingBytes(playoutCount + 1);
    }

    @Override
    public Player create(Grid grid) {
        return new MonteCarloPlayer(playoutCount);
    }
}
