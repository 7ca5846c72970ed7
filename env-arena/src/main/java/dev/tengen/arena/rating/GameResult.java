package dev.tengen.arena.rating;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import java.util.Comparator;

/**
 * Who played a game and who won it.
 *
 * <p>Results are ordered by players, pair, winner and moves, so that what is worked out from them need not depend on the
 * order in which games ended.
 *
 * @param black the name of the player who had Black, not blank
 * @param white the name of the player who had White, not blank and another one
 * @param winner the winner's color, {@link Color#EMPTY} for a draw
 * @param pair names the pair of games that these two players play from one opening with colors swapped; empty for a game
 *     on its own
 * @param movesHash a hash of the opening and all moves, by which a game that was played before is told; 0 if unknown
 */
public record GameResult(String black, String white, int winner, String pair, long movesHash)
        implements Comparable<GameResult> {
    private static final Comparator<GameResult> ORDER = Comparator.comparing(GameResult::pair)
            .thenComparing(GameResult::black)
            .thenComparing(GameResult::white)
            .thenComparingInt(GameResult::winner)
            .thenComparingLong(GameResult::movesHash);

    /** Makes a result. Throws {@link InvalidValueException} if it cannot be one. */
    public GameResult {
        if (black.isBlank()) {
            throw InvalidValueException.not("black", '"' + black + '"', "a player's name");
        }
        if (white.isBlank() || white.equals(black)) {
            throw InvalidValueException.not("white", '"' + white + '"', "the name of another player than Black");
        }
        if (winner != Color.EMPTY && !Color.isPlayer(winner)) {
            throw InvalidValueException.not("winner", winner, "0 (a draw), 1 (Black) or 2 (White)");
        }
    }

    /** Makes the result of a game on its own, whose moves are unknown. */
    public GameResult(String black, String white, int winner) {
        this(black, white, winner, "", 0);
    }

    /** Returns Black's points: 1 for a win, ½ for a draw, 0 for a loss. White has the rest of 1. */
    public double blackPoints() {
        return switch (winner) {
            case Color.BLACK -> 1;
            case Color.WHITE -> 0;
            default -> 0.5;
        };
    }

    /** Returns the points of {@code player}, who must have played the game. */
    public double points(String player) {
        assert player.equals(black) || player.equals(white) : player + " has not played " + this;
        return player.equals(black) ? blackPoints() : 1 - blackPoints();
    }

    @Override
    public int compareTo(GameResult other) {
        return ORDER.compare(this, other);
    }
}
