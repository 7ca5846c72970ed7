package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;

import dev.tengen.analysis.Overlays;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Drawing;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Errors of Step and Observe: illegal actions, finished episodes, wrong move numbers, unknown encodings; unknown
 * overlays, also of Score.
 */
final class PlayRows {
    private static final int RESIGN = -2;
    private static final int PASS = 81;

    private static final Drawing KO = Drawing.of("""
            . X O .
            X O . O
            . X O .
            . . . .
            """);

    private PlayRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(ranges(), rules(), ends().toList(), moveNumbers(), encodings(), overlays())
                .flatMap(List::stream);
    }

    /** Returns a row of a session where {@code action} is tried after {@code played}. */
    private static ErrorRow row(
            String condition, EnvironmentSpec.Builder spec, int[] played, int action, ExpectedError expected) {
        return row(
                condition,
                spec,
                played,
                request -> request.setAction(action),
                expected.with("field", "action").with("value", action));
    }

    private static ErrorRow row(
            String condition,
            EnvironmentSpec.Builder spec,
            int[] played,
            UnaryOperator<StepRequest.Builder> change,
            ExpectedError expected) {
        return new ErrorRow(
                "Step",
                condition,
                stage -> {
                    String session = stage.openSession(spec);
                    play(stage.plain().stub(), session, played);
                    StepRequest request = change.apply(step(session, 0)).build();
                    return new Call(stage.plain(), session, request.toByteArray());
                },
                expected);
    }

    private static List<ErrorRow> ranges() {
        return IntStream.of(-1, -3, 82, Integer.MIN_VALUE, Integer.MAX_VALUE)
                .mapToObj(action -> row(
                        "action " + action,
                        square(9),
                        new int[0],
                        action,
                        ExpectedError.of(Reason.OUT_OF_RANGE).with("allowed", "within [0, 81] or -2")))
                .toList();
    }

    private static List<ErrorRow> rules() {
        int take = KO.action("C3");
        int retake = KO.action("B3");
        return List.of(
                row("own stone there", square(9), new int[] {40, 41}, 40, ExpectedError.of(Reason.OCCUPIED)),
                row("stone of the other there", square(9), new int[] {40}, 40, ExpectedError.of(Reason.OCCUPIED)),
                row("suicide of one stone", withoutSuicide(), new int[0], 0, ExpectedError.of(Reason.SUICIDE)),
                row("ko retaken", KO.spec(), new int[] {take}, retake, repeating(0)),
                row(
                        "ko retaken after two moves elsewhere",
                        KO.spec(),
                        new int[] {KO.action("D1"), KO.action("A1"), take},
                        retake,
                        repeating(2)),
                row("suicide of one stone where suicide is legal", suicide(), new int[0], 0, repeating(0)));
    }

    private static ExpectedError repeating(int moveNumber) {
        return ExpectedError.of(Reason.REPETITION).with("repeats_move", moveNumber);
    }

    private static EnvironmentSpec.Builder suicide() {
        return Drawing.of("""
                . O .
                O . .
                . . .
                """).spec();
    }

    private static EnvironmentSpec.Builder withoutSuicide() {
        return suicide().setRules(Rules.newBuilder().setSuicide(SuicideRule.SUICIDE_RULE_FORBIDDEN));
    }

    private static Stream<ErrorRow> ends() {
        ExpectedError over = ExpectedError.of(Reason.EPISODE_OVER);
        EnvironmentSpec.Builder lose = withPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_LOSE);
        EnvironmentSpec.Builder ignore = withPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_IGNORE);
        return Stream.of(
                row("after two passes", square(9), new int[] {PASS, PASS}, 0, over),
                row("resignation after resignation", square(9), new int[] {RESIGN}, RESIGN, over),
                row("pass after the last move", square(9).setMaxMoves(1), new int[] {0}, PASS, over),
                row("no action there is after the end", square(9), new int[] {PASS, PASS}, 1000, over),
                row("after an illegal action that lost", lose, new int[] {-1}, 0, over),
                row("after the end, illegal actions ignored", ignore, new int[] {PASS, PASS}, 0, over),
                row("after the end, illegal actions losing", lose, new int[] {PASS, PASS}, -1, over));
    }

    private static EnvironmentSpec.Builder withPolicy(IllegalActionPolicy policy) {
        return square(9).setIllegalActionPolicy(policy);
    }

    private static List<ErrorRow> moveNumbers() {
        return List.of(
                moveNumber("move number ahead", 1, 2),
                moveNumber("move number behind", 1, 0),
                moveNumber("move number 2^32 - 1", 0, 4_294_967_295L),
                episode("next episode", request -> request.setExpectedEpisode(1), "1"),
                episode("later episode", request -> request.setExpectedEpisode(2), "2"),
                episode(
                        "episode 2^64 - 1, and another move number",
                        request -> request.setExpectedEpisode(-1).setExpectedMoveNumber(7),
                        "18446744073709551615"));
    }

    private static ErrorRow episode(String condition, UnaryOperator<StepRequest.Builder> change, String value) {
        return row(
                condition,
                square(9),
                new int[] {10},
                change,
                ExpectedError.of(Reason.WRONG_EPISODE)
                        .with("field", "expected_episode")
                        .with("value", value)
                        .with("allowed", 0));
    }

    private static ErrorRow moveNumber(String condition, int playedCount, long expectedMoveNumber) {
        return row(
                condition,
                square(9),
                IntStream.range(10, 10 + playedCount).toArray(),
                request -> request.setExpectedMoveNumber((int) expectedMoveNumber),
                ExpectedError.of(Reason.WRONG_MOVE_NUMBER)
                        .with("field", "expected_move_number")
                        .with("value", expectedMoveNumber)
                        .with("allowed", playedCount));
    }

    private static List<ErrorRow> encodings() {
        return List.of(
                observe(
                        "unknown encoding",
                        List.of("alphazero-17", "planes"),
                        ExpectedError.unknown(Reason.UNKNOWN_ENCODING, "encodings", "\"planes\"", Encodings.choices())),
                observe(
                        "17 encodings",
                        Collections.nCopies(17, "alphazero-17"),
                        ExpectedError.invalid("encodings", "17 names", "at most 16")),
                observe(
                        "unknown number of observation_format",
                        request -> request.setObservationFormatValue(99),
                        ExpectedError.invalid("observation_format", 99, "a number of the enum")),
                observe(
                        "unknown number of observation_layout",
                        request -> request.setObservationLayoutValue(99),
                        ExpectedError.invalid("observation_layout", 99, "a number of the enum")));
    }

    private static List<ErrorRow> overlays() {
        ExpectedError unknown =
                ExpectedError.unknown(Reason.UNKNOWN_OVERLAY, "overlays", "\"alphazero-17\"", Overlays.names());
        ExpectedError tooMany = ExpectedError.invalid("overlays", "17 names", "at most 16");
        return List.of(
                observe("unknown overlay", request -> request.addAllOverlays(List.of("age", "alphazero-17")), unknown),
                observe("17 overlays", request -> request.addAllOverlays(Collections.nCopies(17, "age")), tooMany),
                score("unknown overlay", List.of("age", "alphazero-17"), unknown),
                score("17 overlays", Collections.nCopies(17, "age"), tooMany));
    }

    private static ErrorRow score(String condition, List<String> overlays, ExpectedError expected) {
        return ErrorRow.of(
                "Score",
                condition,
                (stage, session) -> ScoreRequest.newBuilder()
                        .setSessionId(session)
                        .addAllOverlays(overlays)
                        .build(),
                expected);
    }

    private static ErrorRow observe(String condition, List<String> names, ExpectedError expected) {
        return observe(condition, request -> request.addAllEncodings(names), expected);
    }

    private static ErrorRow observe(
            String condition, UnaryOperator<ObserveRequest.Builder> change, ExpectedError expected) {
        return ErrorRow.of(
                "Observe",
                condition,
                (stage, session) -> change.apply(ObserveRequest.newBuilder().setSessionId(session))
                        .build(),
                expected);
    }
}
