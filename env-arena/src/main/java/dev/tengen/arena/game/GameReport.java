package dev.tengen.arena.game;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.game.Game;
import java.util.List;
import java.util.Optional;

/**
 * A game that is over, with all that there is to say of it.
 *
 * @param id the game's name
 * @param pair the name of the pair that it belongs to; empty for none
 * @param black the name of the player who had Black
 * @param white the name of the player who had White
 * @param spec what it was played by, with the opening
 * @param game the game, to look at and not to touch
 * @param outcome how it ended
 * @param moveTimes the time of each move, in their order
 */
public record GameReport(
        String id,
        String pair,
        String black,
        String white,
        GameSpec spec,
        Game game,
        GameOutcome outcome,
        List<MoveTime> moveTimes) {
    /** The property of records that holds how many seconds a move took, cut to microseconds. */
    public static final String MOVE_TIME = "MT";

    /** Makes a report; the list is copied. */
    public GameReport {
        moveTimes = List.copyOf(moveTimes);
        assert moveTimes.size() == game.moveNumber() : moveTimes.size() + " times of " + game.moveNumber() + " moves";
    }

    /** Returns a hash of the start and all moves, by which a game that was played before is told; never 0. */
    public long movesHash() {
        return MovesHash.of(game);
    }

    /** Returns what ratings need of it, or nothing where the game is void. */
    public Optional<GameResult> result() {
        return outcome.isVoid()
                ? Optional.empty()
                : Optional.of(new GameResult(black, white, outcome.winner(), pair, movesHash()));
    }

    /**
     * Returns the record of the game as an FF[4] file: players, rules, komi, result, time control, what was left on the clock after
     * each move (BL, WL; in overtime a period's length with the periods left in OB, OW) and what the move took ({@link
     * #MOVE_TIME}), the names of game, pair and opening in
     * the first node, and how the game ended as a comment on the last.
     */
    public String toSgf() {
        return GameSgf.write(this);
    }
}
