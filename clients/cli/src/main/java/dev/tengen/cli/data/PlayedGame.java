package dev.tengen.cli.data;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;

/**
 * A game of a rollout.
 *
 * @param number its number, from 0
 * @param moves the moves from the empty board, passes included, without a resignation
 * @param endReason why it ended
 * @param winner the winner, {@link Color#EMPTY} for a tie or a truncated game
 * @param blackMargin Black's margin in the last position, komi included
 */
public record PlayedGame(long number, List<Integer> moves, EndReason endReason, int winner, double blackMargin) {
    /** Keeps a copy of the moves. */
    public PlayedGame {
        moves = List.copyOf(moves);
    }

    /** Returns the episode of {@code environment}, which is over. */
    public static PlayedGame of(long number, Environment environment) {
        return of(number, environment.game(), environment.endReason(), environment.winner());
    }

    /**
     * Returns a game that ended because the player to move, an engine, does not play by the same rules.
     *
     * @param endReason {@link EndReason#ILLEGAL_ACTION}, so that the player loses, or
     *     {@link EndReason#OPPONENT_REFUSED}
     */
    public static PlayedGame disputed(long number, Game game, EndReason endReason) {
        int winner = endReason.isTruncation() ? Color.EMPTY : Color.opponent(game.playerToMove());
        return of(number, game, endReason, winner);
    }

    private static PlayedGame of(long number, Game game, EndReason endReason, int winner) {
        List<Integer> moves = new ArrayList<>(game.moveNumber());
        for (int move = 1; move <= game.moveNumber(); move++) {
            moves.add(game.move(move));
        }
        return new PlayedGame(number, moves, endReason, winner, game.score().margin());
    }
}
