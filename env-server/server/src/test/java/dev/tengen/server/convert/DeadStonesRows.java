package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Errors about dead stones: of ProposeDeadStones, of Score, and of Step while players propose. */
final class DeadStonesRows {
    private static final int PASS = 81;
    private static final String CHAINS = "the stones of whole chains";

    /** Black has A9 and B9 (points 0 and 1), White C9 (2), and play has ended. */
    private static final int[] PLAYED = {0, 2, 1, PASS, PASS, PASS};

    private DeadStonesRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(proposals(), scores(), List.of(point())).flatMap(List::stream);
    }

    private static EnvironmentSpec.Builder spec() {
        return square(9).setRules(Rules.newBuilder().setPreset("blog-2011"));
    }

    private static List<ErrorRow> proposals() {
        return List.of(
                propose("empty point", PLAYED, request -> request.addDeadPoints(3), chains("D9")),
                propose("part of a chain", PLAYED, request -> request.addDeadPoints(0), chains("B9")),
                propose(
                        "point twice",
                        PLAYED,
                        request -> request.addDeadPoints(2).addDeadPoints(2),
                        ExpectedError.invalid("dead_points", "with point 2 twice", "a list of different points")),
                propose(
                        "point outside",
                        PLAYED,
                        request -> request.addDeadPoints(81),
                        ExpectedError.invalid("dead_points", 81, "[0, 80]")),
                propose(
                        "other move number",
                        PLAYED,
                        request -> request.setExpectedMoveNumber(7),
                        ExpectedError.of(Reason.WRONG_MOVE_NUMBER)
                                .with("field", "expected_move_number")
                                .with("value", 7)
                                .with("allowed", 6)),
                propose(
                        "other episode and move number",
                        PLAYED,
                        request -> request.setExpectedEpisode(1).setExpectedMoveNumber(7),
                        ExpectedError.of(Reason.WRONG_EPISODE)
                                .with("field", "expected_episode")
                                .with("value", 1)
                                .with("allowed", 0)),
                propose("play continues", new int[] {0}, request -> request, ExpectedError.of(Reason.NO_AGREEMENT)),
                propose(
                        "episode over",
                        new int[] {PASS, PASS, PASS, PASS, PASS},
                        request -> request,
                        ExpectedError.of(Reason.EPISODE_OVER)));
    }

    private static ExpectedError chains(String point) {
        return ExpectedError.invalid("dead_points", point, CHAINS);
    }

    private static ErrorRow propose(
            String condition,
            int[] played,
            UnaryOperator<ProposeDeadStonesRequest.Builder> change,
            ExpectedError expected) {
        return new ErrorRow(
                "ProposeDeadStones",
                condition,
                stage -> {
                    String session = stage.openSession(spec());
                    play(stage.plain().stub(), session, played);
                    return new Call(
                            stage.plain(),
                            session,
                            change.apply(ProposeDeadStonesRequest.newBuilder().setSessionId(session))
                                    .build()
                                    .toByteArray());
                },
                expected);
    }

    private static List<ErrorRow> scores() {
        return List.of(
                score("empty point", 0, chains("A9")),
                score("point outside", 81, ExpectedError.invalid("dead_points", 81, "[0, 80]")));
    }

    private static ErrorRow score(String condition, int point, ExpectedError expected) {
        return ErrorRow.of(
                "Score",
                condition,
                (stage, session) -> ScoreRequest.newBuilder()
                        .setSessionId(session)
                        .addDeadPoints(point)
                        .build(),
                expected);
    }

    private static ErrorRow point() {
        return new ErrorRow(
                "Step",
                "a point while players propose",
                stage -> {
                    String session = stage.openSession(spec());
                    play(stage.plain().stub(), session, PLAYED);
                    return new Call(
                            stage.plain(), session, step(session, 40).build().toByteArray());
                },
                ExpectedError.of(Reason.AGREEMENT).with("field", "action").with("value", 40));
    }
}
