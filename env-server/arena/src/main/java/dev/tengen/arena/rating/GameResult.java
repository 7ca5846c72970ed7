package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.Comparator;

/**
 * The result of a game.
 *
 * <p>Results are ordered by pair, players, winner and moves, so that computations do not depend on the order in which
 * games ended.
 *
 * @param black the name of the player with Black, not blank
 * @param white the name of the player with White, not blank and different from {@code black}
 * @param winner the winner's color, {@link Color#EMPTY} for a draw
 * @param pair the name of the pair of games from one opening with colors swapped; empty for a single game
 * @param movesHash a hash of the opening and all moves, which identifies repeated games; 0 if unknown
 */
public record GameResult(String black, String white, int winner, String pair, long movesHash)
        implements Comparable<GameResult> {
    private static final Comparator<GameResult> ORDER = Comparator.comparing(GameResult::pair)
            .thenComparing(GameResult::black)
            .thenComparing(GameResult::white)
            .thenComparingInt(GameResult::winner)
            .thenComparingLong(GameResult::movesHash);

    /**
     * Creates a result.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public GameResult {
        if (black.isBlank()) {
            throw InvalidValueException.not("black", '"' + black + '"', "a player's name");
        }
        if (white.isBlank() || white.equals(black)) {
            throw InvalidValueException.not("white", '"' + white + '"', "the name of another player");
        }
        if (winner != Color.EMPTY && !Color.isPlayer(winner)) {
            throw InvalidValueException.not("winner", winner, "0 (a draw), 1 (Black) or 2 (White)");
        }
    }

    /** Creates the result of a single game with unknown moves. */
    public GameResult(String black, String white, int winner) {
        this(black, white, winner, "", 0);
    }

    /** Returns Black's points: 1 for a win, ½ for a draw, 0 for a loss. White has the rest. */
    public double blackPoints() {
        return switch (winner) {
            case Color.BLACK -> 1;
            case Color.WHITE -> 0;
            default -> 0.5;
        };
    }

    /** Returns the points of {@code player}, which must have played the game. */
    public double points(String player) {
        assert player.equals(black) || player.equals(white) : player + " has not played " + this;
        return player.equals(black) ? blackPoints() : 1 - blackPoints();
    }

    @Override
    public int compareTo(GameResult other) {
        return ORDER.compare(this, other);
    }
}
