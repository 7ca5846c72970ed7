package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.RecordedEpisode;
import java.util.Optional;

/** Episodes as game records. {@link EpisodeImport} is the way back. */
public final class EpisodeRecord {
    private EpisodeRecord() {}

    /**
     * Returns the record of the present episode: that of its game, with the result of the episode. The private property
     * TENGEN has the move limit and any end that does not follow from the moves. So an import with default arguments
     * has the same state hash.
     */
    public static GameRecord of(Environment environment) {
        GameRecord record = GameRecord.of(environment.game());
        RecordedEpisode known =
                RecordedEpisode.of(record).withMaxMoves(environment.task().moveLimit());
        RecordedEpisode episode = end(environment).map(known::withEnd).orElse(known);
        return episode.in(record).with(GameText.RESULT, result(environment));
    }

    private static Optional<RecordedEpisode.End> end(Environment environment) {
        EndReason reason = environment.endReason();
        int moveNumber = environment.game().moveNumber();
        return switch (reason) {
            case NONE, PASSES, REPETITION, MAX_MOVES -> Optional.empty();
            case TASK_DECIDED -> Optional.of(new RecordedEpisode.End(reason.name(), moveNumber, environment.winner()));
            case RESIGNATION,
                    ILLEGAL_ACTION,
                    MAX_ILLEGAL_ACTIONS,
                    OPPONENT_TIMEOUT,
                    OPPONENT_FAILED,
                    OPPONENT_REFUSED -> Optional.of(new RecordedEpisode.End(reason.name(), moveNumber, Color.EMPTY));
        };
    }

    /** Returns the result of the present episode in the notation of game records; empty while the episode lasts. */
    public static Optional<String> result(Environment environment) {
        String winner = environment.winner() == Color.BLACK ? "B" : "W";
        Game game = environment.game();
        return switch (environment.endReason()) {
            case NONE -> Optional.empty();
            case PASSES, REPETITION ->
                environment.taskEpisode().isPresent()
                        ? Optional.of("0")
                        : game.outcome().map(Outcome::text);
            case TASK_DECIDED -> Optional.of(winner + "+");
            case RESIGNATION -> Optional.of(winner + "+R");
            case ILLEGAL_ACTION, OPPONENT_FAILED -> Optional.of(winner + "+F");
            case OPPONENT_TIMEOUT -> Optional.of(winner + "+T");
            case MAX_MOVES, MAX_ILLEGAL_ACTIONS, OPPONENT_REFUSED -> Optional.of("Void");
        };
    }
}
