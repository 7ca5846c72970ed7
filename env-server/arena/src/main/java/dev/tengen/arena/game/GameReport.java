package dev.tengen.arena.game;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.game.Game;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The report of a game that is over.
 *
 * @param id the id of the game
 * @param pair the name of the pair that it belongs to; empty for none
 * @param black the name of the player with Black
 * @param white the name of the player with White
 * @param spec the spec, with the opening
 * @param game the game; must not be changed
 * @param outcome the outcome
 * @param moveTimes the time of each move, in order
 * @param estimates the estimate that came with each move, in order
 */
public record GameReport(
        String id,
        String pair,
        String black,
        String white,
        GameSpec spec,
        Game game,
        GameOutcome outcome,
        List<MoveTime> moveTimes,
        List<Estimate> estimates) {
    /** The property of game records with the seconds that a move took, truncated to microseconds. */
    public static final String MOVE_TIME = "MT";

    /** The property of game records with the probability to win that the player gave with a move. */
    public static final String WIN_PROBABILITY = "WP";

    /** Creates a report. Copies the lists. */
    public GameReport {
        moveTimes = List.copyOf(moveTimes);
        estimates = List.copyOf(estimates);
        assert estimates.size() == moveTimes.size() : estimates.size() + " estimates of " + moveTimes.size() + " moves";
        assert moveTimes.size() == game.moveNumber() : moveTimes.size() + " times of " + game.moveNumber() + " moves";
    }

    /** Returns a hash of the start and all moves, which identifies repeated games; never 0. */
    public long movesHash() {
        return MovesHash.of(game);
    }

    /** Returns the result for ratings; empty if the game is void. */
    public Optional<GameResult> result() {
        return outcome.isVoid()
                ? Optional.empty()
                : Optional.of(new GameResult(black, white, outcome.winner(), pair, movesHash()));
    }

    /**
     * Returns the game record as SGF FF[4]. The root has players, rules, komi, result, time control unless the players
     * differ in it, and the names of game, pair and opening. Each move has the time left (BL, WL; in overtime the
     * length of a period, and the periods left in OB, OW), the time used ({@link #MOVE_TIME}) and the estimate that
     * came with it: V is the score lead as Black sees it, {@link #WIN_PROBABILITY} the player's own probability to win,
     * both before the move. The last node has the outcome as a comment.
     */
    public String toSgf() {
        return GameSgf.write(this, Optional.empty(), Optional.empty());
    }

    /**
     * Returns the same with the name of a tournament as the event (EV), and with the date on which the game ended (DT).
     */
    public String toSgf(String tournament, LocalDate date) {
        return GameSgf.write(this, Optional.of(tournament), Optional.of(date));
    }
}
