package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.proto.v1.ActionRegret;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalysisServiceGrpc.AnalysisServiceBlockingStub;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.Certainty;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.MarginBounds;
import dev.tengen.proto.v1.RecordedPosition;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SolvePositionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private AnalysisServiceBlockingStub stub;

    @BeforeEach
    void connect() {
        stub = AnalysisServiceGrpc.newBlockingStub(SERVER.channel());
    }

    private static DrawnPosition.Builder drawn(String... rows) {
        return DrawnPosition.newBuilder().addAllRows(Arrays.asList(rows));
    }

    private static SolvePositionRequest.Builder about(DrawnPosition.Builder drawing) {
        return SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder().setDrawing(drawing));
    }

    private static SolvePositionRequest.Builder about(String session) {
        return SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder().setSessionId(session));
    }

    private static SolvePositionRequest.Builder aboutRecord(String sgf) {
        RecordedPosition.Builder record =
                RecordedPosition.newBuilder().setSgf(ByteString.copyFrom(sgf, StandardCharsets.UTF_8));
        return SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder().setRecord(record));
    }

    private SolvePositionResponse solve(SolvePositionRequest.Builder request) {
        return stub.solvePosition(request.build());
    }

    private static MarginBounds bounds(int lower, int upper) {
        return MarginBounds.newBuilder().setLower(lower).setUpper(upper).build();
    }

    @Test
    void solvePosition_emptyBoard_isTheKnownValue() {
        SolvePositionResponse solved = solve(about(drawn("...", "...", "...")));

        assertThat(solved.getCertainty()).isEqualTo(Certainty.CERTAINTY_EXACT);
        assertThat(solved.getProven()).isEqualTo(bounds(9, 9));
        assertThat(solved.getBestActionsList()).containsExactly(4);
        assertThat(solved.getOpenActionsList()).isEmpty();
        assertThat(solved.getPlayerToMove()).isEqualTo(Color.COLOR_BLACK);
        assertThat(solved.getSymmetry()).isEqualTo(Symmetry.SYMMETRY_IDENTITY);
        assertThat(solved.getStateHash()).isZero();
    }

    /** A board of another shape, so that rows and columns cannot be confused. */
    @Test
    void solvePosition_drawing_isReadByRows() {
        assertThat(solve(about(drawn("..."))).getBestActionsList()).containsExactly(1);
        assertThat(solve(about(drawn(".", "X", "."))).getProven()).isEqualTo(bounds(3, 3));
        SolvePositionResponse white = solve(about(drawn("...").setPlayerToMove(Color.COLOR_WHITE)));
        assertThat(white.getProven()).isEqualTo(bounds(-3, -3));
        assertThat(white.getPlayerToMove()).isEqualTo(Color.COLOR_WHITE);
    }

    /** On 2x1 the capture is worth 2 points, or is forbidden by superko. */
    @Test
    void solvePosition_samePositionWithAnotherPast_isWorthSomethingElse() {
        SolvePositionResponse drawnSo = solve(about(drawn(".O")));
        SolvePositionResponse playedSo = solve(about(drawn("..").addActions(0).addActions(1)));

        assertThat(drawnSo.getProven()).isEqualTo(bounds(2, 2));
        assertThat(playedSo.getProven()).isEqualTo(bounds(-2, -2));
        assertThat(playedSo.getMoveNumber()).isEqualTo(2);
    }

    @Test
    void solvePosition_record_standsWhereTheMoveNumberSays() {
        String sgf = "(;GM[1]FF[4]SZ[3:1]RU[Japanese];B[];W[ba])";
        SolvePositionRequest.Builder request = aboutRecord(sgf);

        assertThat(solve(request).getProven()).isEqualTo(bounds(-3, -3));
        assertThat(solve(request).getMoveNumber()).isEqualTo(2);
        request.getPositionBuilder().getRecordBuilder().setMoveNumber(0);
        assertThat(solve(request).getProven()).isEqualTo(bounds(3, 3));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void solvePosition_randomSessions_areSolvedAsTheCoreDoes(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        List<Grid> grids = List.of(Grid.of(4, 1), Grid.of(2, 2), Grid.of(2, 3), Grid.of(3, 2));
        int turnedCount = 0;
        int restrictedCount = 0;
        for (int round = 0; round < 40; round++) {
            Grid grid = grids.get(round % grids.size());
            int number = grid.width() == grid.height() ? random.nextInt(8) + 1 : 1 + 2 * random.nextInt(2);
            Symmetry symmetry = symmetry(grid, number);
            String session = open(
                    SERVER.stub(),
                    square(1).setWidth(grid.width()).setHeight(grid.height()).setSymmetry(symmetry));
            SymmetryMap seen = SymmetryMap.of(
                    dev.tengen.planes.Symmetry.valueOf(symmetry.name().substring("SYMMETRY_".length())), grid);
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            for (int count = random.nextInt(12); count > 0 && !game.isOver(); count--) {
                int move = randomMove(game, random);
                Game before = game.copy();
                game.play(move);
                if (game.isOver()) {
                    game = before;
                    break;
                }
                play(SERVER.stub(), session, seen.turned(move));
            }
            Game standing = game;
            restrictedCount += IntStream.range(0, grid.pointCount())
                            .anyMatch(point -> standing.legality(point) == Legality.REPETITION)
                    ? 1
                    : 0;
            turnedCount += symmetry == Symmetry.SYMMETRY_IDENTITY ? 0 : 1;
            assertSolvedAsInTheCore(session, standing, seen);
        }
        assertThat(turnedCount).isGreaterThan(10);
        assertThat(restrictedCount).isGreaterThan(5);
    }

    private static Symmetry symmetry(Grid grid, int number) {
        List<dev.tengen.planes.Symmetry> all = dev.tengen.planes.Symmetry.of(grid);
        return Symmetry.valueOf("SYMMETRY_" + all.get(number % all.size()).name());
    }

    private static int randomMove(Game game, SplitMix64 random) {
        List<Integer> legal = legalMoves(game);
        return legal.get(random.nextInt(legal.size()));
    }

    private static List<Integer> legalMoves(Game game) {
        return IntStream.rangeClosed(0, game.grid().pass())
                .filter(move -> game.legality(move).isLegal())
                .boxed()
                .toList();
    }

    private void assertSolvedAsInTheCore(String session, Game game, SymmetryMap seen) {
        List<Integer> legal = legalMoves(game);
        SolvePositionRequest.Builder request = about(session);
        legal.forEach(move -> request.addRegretActions(seen.turned(move)));

        SolvePositionResponse solved = solve(request);

        Solver solver = new Solver(game.grid());
        Solution expected = solver.solve(game, SearchLimits.NONE);
        assertThat(solved.getProven())
                .isEqualTo(bounds(expected.proven().lower(), expected.proven().upper()));
        assertThat(solved.getBestActionsList())
                .containsExactlyElementsOf(
                        expected.bestMoves().stream().map(seen::turned).sorted().toList());
        List<ActionRegret> regrets = new ArrayList<>();
        for (int move : legal) {
            Regret regret = Regret.ofMove(solver, game, expected.proven(), move, SearchLimits.NONE);
            regrets.add(ActionRegret.newBuilder()
                    .setAction(seen.turned(move))
                    .setPoints(regret.points().orElseThrow())
                    .build());
        }
        assertThat(solved.getRegretsList()).isEqualTo(regrets);
        assertThat(solved.getStateHash())
                .isEqualTo(Calls.describe(SERVER.stub(), session).getTimestep().getStateHash());
    }

    @ParameterizedTest(name = "limits {0}")
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void solvePosition_anyLimitOf64Bits_isAnswered(long limit) {
        SolvePositionRequest.Builder request = about(drawn("..", ".."));
        request.getLimitsBuilder().setMaxNodeCount(limit).setMaxTimeMs(limit);

        assertThat(solve(request).getCertainty()).isEqualTo(Certainty.CERTAINTY_EXACT);
    }

    @Test
    void solvePosition_limitReached_saysWhatIsProven() {
        SolvePositionRequest.Builder request = about(drawn(".".repeat(9))).addRegretActions(3);
        request.getLimitsBuilder().setMaxNodeCount(100);

        SolvePositionResponse solved = solve(request);

        assertThat(solved.getCertainty()).isEqualTo(Certainty.CERTAINTY_CONDITIONAL);
        assertThat(solved.getProven().getLower()).isLessThan(solved.getProven().getUpper());
        assertThat(solved.getBestActionsList()).isEmpty();
        assertThat(solved.getOpenActionsList()).hasSize(10);
        assertThat(solved.getRegrets(0).hasPoints()).isFalse();
        assertThat(solved.getNodeCount()).isBetween(100L, 101L);
    }

    @Test
    void solvePosition_timeUp_isAnswered() {
        SolvePositionRequest.Builder request = about(drawn(".".repeat(9)));
        request.getLimitsBuilder().setMaxTimeMs(100);

        assertThat(solve(request).getCertainty()).isEqualTo(Certainty.CERTAINTY_CONDITIONAL);
    }

    static List<Arguments> hostile() {
        return List.of(
                refused("position missing is not", SolvePositionRequest.newBuilder()),
                refused("position.drawing.rows of 0 rows is not 1 to 25 rows", about(drawn())),
                refused("position.drawing.rows of 0 points is not rows of 1 to 25 points", about(drawn("", ""))),
                refused("position.drawing.rows of 26 points is not", about(drawn(".".repeat(26)))),
                refused(
                        "position.drawing.rows of 26 rows is not",
                        about(drawn(".".repeat(26).split("")))),
                refused("position.drawing.rows with rows of 2 and of 1 points", about(drawn("..", "."))),
                refused("position.drawing.rows with '?' at B1 is not made of X, O, . and _", about(drawn(".?"))),
                refused("position.drawing.rows with '\uD83D\uDE00' at A1", about(drawn("\uD83D\uDE00"))),
                refused("position.drawing.rows with _ at A1 is not made of X, O and .", about(drawn("_."))),
                refused("the chain at A1 has no liberty", about(drawn("XX"))),
                refused("size 25x25 has 625 points", about(drawn(Calls25.ROWS))),
                refused(
                        "position.drawing.actions: move 2, 0, is illegal: OCCUPIED",
                        about(drawn("..").addActions(0).addActions(0))),
                refused(
                        "position.drawing.actions: move 1, -2, is illegal",
                        about(drawn("..").addActions(-2))),
                refused(
                        "position.drawing.player_to_move 7 is not",
                        about(drawn("..").setPlayerToMoveValue(7))),
                refused(
                        "regret_actions -2 is outside [0, 2]",
                        about(drawn("..")).addRegretActions(-2)),
                refused("regret_actions 3 is outside [0, 2]", about(drawn("..")).addRegretActions(3)),
                refused(
                        "regret_actions with action 1 twice",
                        about(drawn("..")).addRegretActions(1).addRegretActions(1)),
                refused(
                        "regret_actions 1 (B1) is illegal: OCCUPIED",
                        about(drawn(".O")).addRegretActions(1)),
                refused("the game is over", about(drawn("..").addActions(2).addActions(2))),
                refused("sgf cannot be read", aboutRecord("no record")),
                refused("sgf cannot be read: line 1, column 17", strict("(;FF[4]SZ[3:1]HA[even];B[aa])")),
                refused("move 2 of the record is illegal: OCCUPIED", aboutRecord("(;SZ[3:1];B[aa];W[aa])")));
    }

    private static SolvePositionRequest.Builder strict(String sgf) {
        SolvePositionRequest.Builder request = aboutRecord(sgf);
        request.getPositionBuilder().getRecordBuilder().setStrict(true);
        return request;
    }

    private static Arguments refused(String message, SolvePositionRequest.Builder request) {
        return Arguments.of(message, request);
    }

    /** The largest board that the solver supports. */
    private static final class Calls25 {
        static final String[] ROWS =
                IntStream.range(0, 25).mapToObj(row -> ".".repeat(25)).toArray(String[]::new);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void solvePosition_badRequest_saysWhatIsWrong(String message, SolvePositionRequest.Builder request) {
        Failure failure = Failure.of(() -> solve(request));

        assertThat(failure.description()).startsWith(message);
        assertThat(failure.reason()).isPresent();
        assertThat(failure.reason()).isNotEqualTo(Optional.of("INTERNAL"));
    }

    @Test
    void solvePosition_noSuchSession_isNotFound() {
        assertThat(Failure.of(() -> solve(about("gone"))).reason()).contains("SESSION_NOT_FOUND");
        assertThat(Failure.of(() -> solve(about(""))).reason()).contains("INVALID_VALUE");
    }

    @Test
    void solvePosition_otherRules_areRejectedByName() {
        String session = open(
                SERVER.stub(),
                square(2).setRules(dev.tengen.proto.v1.Rules.newBuilder().setPreset("japanese")));

        Failure failure = Failure.of(() -> solve(about(session)));

        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(failure.info().orElseThrow().getMetadataMap()).containsEntry("field", "rules");
    }

    @Test
    void solvePosition_sessionOver_isRejected() {
        String session = open(SERVER.stub(), square(2));
        play(SERVER.stub(), session, 4, 4);

        assertThat(Failure.of(() -> solve(about(session))).reason()).contains("EPISODE_OVER");
    }

    @Test
    void solvePosition_anySession_leavesItAsItWas() {
        String session = open(SERVER.stub(), square(2));
        play(SERVER.stub(), session, 1, 2);
        var before = Calls.describe(SERVER.stub(), session);

        solve(about(session));

        assertThat(Calls.describe(SERVER.stub(), session)).isEqualTo(before);
    }
}
