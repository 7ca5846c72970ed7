package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Errors of Undo: a count that is not allowed, an unexpected state, nothing to take back. */
final class UndoRows {
    private static final int PASS = 81;
    private static final int[] PLAYED = {0, 2, 1};

    private UndoRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(
                undo("no count", PLAYED, request -> request, ExpectedError.invalid("move_count", 0, "[1, 3]")),
                undo("more moves than there are", PLAYED, request -> request.setMoveCount(4), invalidCount("4")),
                undo("a count beyond 31 bits", PLAYED, request -> request.setMoveCount(-1), invalidCount("4294967295")),
                undo(
                        "other move number",
                        PLAYED,
                        request -> request.setMoveCount(1).setExpectedMoveNumber(2),
                        ExpectedError.of(Reason.WRONG_MOVE_NUMBER)
                                .with("field", "expected_move_number")
                                .with("value", 2)
                                .with("allowed", 3)),
                undo(
                        "other episode",
                        PLAYED,
                        request -> request.setMoveCount(1).setExpectedEpisode(1),
                        ExpectedError.of(Reason.WRONG_EPISODE)
                                .with("field", "expected_episode")
                                .with("value", 1)
                                .with("allowed", 0)),
                undo(
                        "an episode beyond 63 bits",
                        PLAYED,
                        request -> request.setMoveCount(1).setExpectedEpisode(-1),
                        ExpectedError.of(Reason.WRONG_EPISODE)
                                .with("field", "expected_episode")
                                .with("value", "18446744073709551615")
                                .with("allowed", 0)),
                undo(
                        "no moves",
                        new int[0],
                        request -> request.setMoveCount(1),
                        ExpectedError.of(Reason.UNDO_UNAVAILABLE)),
                undo(
                        "a resignation alone",
                        new int[] {-2},
                        request -> request.setMoveCount(1),
                        ExpectedError.of(Reason.UNDO_UNAVAILABLE)),
                row(
                        "the reply alone",
                        square(9).setOpponent(Opponent.newBuilder().setPlayer("greedy")),
                        new int[] {PASS},
                        request -> request.setMoveCount(1),
                        ExpectedError.invalid(
                                "move_count", 1, "an even number within [2, 2], which leaves you to move")));
    }

    private static ExpectedError invalidCount(String value) {
        return ExpectedError.invalid("move_count", value, "[1, 3]");
    }

    private static ErrorRow undo(
            String condition, int[] played, UnaryOperator<UndoRequest.Builder> change, ExpectedError expected) {
        return row(condition, square(9), played, change, expected);
    }

    private static ErrorRow row(
            String condition,
            EnvironmentSpec.Builder spec,
            int[] played,
            UnaryOperator<UndoRequest.Builder> change,
            ExpectedError expected) {
        return new ErrorRow(
                "Undo",
                condition,
                stage -> {
                    String session = stage.openSession(spec);
                    play(stage.plain().stub(), session, played);
                    return new Call(
                            stage.plain(),
                            session,
                            change.apply(UndoRequest.newBuilder().setSessionId(session))
                                    .build()
                                    .toByteArray());
                },
                expected);
    }
}
