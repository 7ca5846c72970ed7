package dev.tengen.cli;

import dev.tengen.board.Color;
import dev.tengen.client.IllegalActionException;
import dev.tengen.client.Score;
import dev.tengen.client.SessionSpec;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.Timestep;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Plays recorded games move by move at a server, which referees. */
final class Replayer {
    /** The reason for a move by the player whose turn it is not. */
    private static final String OUT_OF_TURN = "OUT_OF_TURN";

    private final TengenClient client;
    private final String preset;

    Replayer(TengenClient client, String preset) {
        this.client = client;
        this.preset = preset;
    }

    Replay replay(GameRecord record) {
        try (TengenSession session = client.createSession(spec(record))) {
            Timestep timestep = session.firstTimestep();
            List<RecordedMove> moves = record.moves();
            for (int i = 0; i < moves.size(); i++) {
                RecordedMove move = moves.get(i);
                if (!timestep.playerToMove().equals(color(move.color()))) {
                    return illegal(record, i + 1, OUT_OF_TURN, OptionalInt.empty());
                }
                try {
                    timestep = session.step(move.move());
                } catch (IllegalActionException e) {
                    return illegal(record, i + 1, e.reason(), e.repeatsMove());
                }
            }
            return new Replay(record, Optional.of(session.score()), Optional.empty());
        }
    }

    private static Replay illegal(GameRecord record, int moveNumber, String reason, OptionalInt repeats) {
        return new Replay(record, Optional.empty(), Optional.of(new IllegalMove(moveNumber, reason, repeats)));
    }

    private SessionSpec spec(GameRecord record) {
        List<Integer> black = new ArrayList<>();
        List<Integer> white = new ArrayList<>();
        record.setup().black().forEach(black::add);
        record.setup().white().forEach(white::add);
        SessionSpec.Builder spec = SessionSpec.builder(
                        record.grid().width(), record.grid().height())
                .rules(preset)
                .maxMoves(-1)
                .setup(black, white, color(record.setup().playerToMove()));
        record.komi().ifPresent(spec::komi);
        return spec.build();
    }

    private static dev.tengen.client.Color color(int color) {
        return color == Color.BLACK ? dev.tengen.client.Color.BLACK : dev.tengen.client.Color.WHITE;
    }

    /**
     * What came of a record.
     *
     * @param record the record
     * @param score the score of its last position; nothing if a move was illegal
     * @param illegalMove its first illegal move, if there is one
     */
    record Replay(GameRecord record, Optional<Score> score, Optional<IllegalMove> illegalMove) {
        boolean isLegal() {
            return illegalMove.isEmpty();
        }

        /** Returns whether the recorded result is our score; nothing where the record names no score. */
        Optional<Boolean> agrees() {
            return score.flatMap(
                    ours -> record.result().flatMap(RecordedResult::margin).map(margin -> margin == ours.margin()));
        }
    }

    /**
     * A move that the server refused.
     *
     * @param number its number in the record, from 1
     * @param reason why
     * @param repeatsMove for a repetition, the move after which the position stood before; 0 is the start
     */
    record IllegalMove(int number, String reason, OptionalInt repeatsMove) {}
}
