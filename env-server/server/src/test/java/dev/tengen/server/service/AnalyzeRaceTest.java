package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalysisServiceGrpc.AnalysisServiceBlockingStub;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Race;
import dev.tengen.proto.v1.RaceMethod;
import dev.tengen.proto.v1.RaceOutcome;
import dev.tengen.proto.v1.RaceResult;
import dev.tengen.proto.v1.RaceStatus;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzeRaceTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    /** Black has the liberties A6 and B6, White F3 and G3; everything else is safe. */
    private static final String[] TWO_AND_TWO = {
        "_O_OOOO", //
        "OOOOOOO", "..XXXXX", "XXXXXXX", "OOOOOOO", "OOOOO..", "XXXXXXX", "XXXX_X_"
    };

    private static final Grid GRID = Grid.of(7, 8);

    private AnalysisServiceBlockingStub stub;

    @BeforeEach
    void connect() {
        stub = AnalysisServiceGrpc.newBlockingStub(SERVER.channel());
    }

    private static AnalyzeRaceRequest.Builder about(String... rows) {
        return AnalyzeRaceRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder()
                        .setDrawing(DrawnPosition.newBuilder().addAllRows(Arrays.asList(rows))));
    }

    private static AnalyzeRaceRequest.Builder between(String black, String white, String... rows) {
        Grid grid = Grid.of(rows[0].length(), rows.length);
        return about(rows).setBlackEssential(grid.point(black)).setWhiteEssential(grid.point(white));
    }

    private AnalyzeRaceResponse analyze(AnalyzeRaceRequest.Builder request) {
        return stub.analyzeRace(request.build());
    }

    private static List<Integer> points(String... names) {
        return Arrays.stream(names).map(GRID::point).toList();
    }

    @Test
    void analyzeRace_plainRace_hasAllFields() {
        AnalyzeRaceResponse answer = analyze(between("C6", "A3", TWO_AND_TWO));

        Race race = answer.getRaces(0);
        assertThat(answer.getRacesCount()).isEqualTo(1);
        assertThat(List.of(answer.getWidth(), answer.getHeight())).containsExactly(7, 8);
        assertThat(answer.getPlayerToMove()).isEqualTo(Color.COLOR_BLACK);
        assertThat(race.getStatus()).isEqualTo(RaceStatus.RACE_STATUS_FIRST_PLAYER_CAPTURES);
        assertThat(race.getMethod()).isEqualTo(RaceMethod.RACE_METHOD_FORMULA);
        assertThat(race.getDeclined()).isEqualTo(RaceStatus.RACE_STATUS_UNSPECIFIED);
        assertThat(race.getBlack().getExternalPointsList()).isEqualTo(points("A6", "B6"));
        assertThat(race.getWhite().getExternalPointsList()).isEqualTo(points("F3", "G3"));
        assertThat(race.getSharedPointsList()).isEmpty();
        assertThat(race.getBlack().getChainPointsCount()).isEqualTo(12);
        assertThat(race.getWhite().getChainPointsCount()).isEqualTo(12);
        assertThat(race.hasDelta()).isTrue();
        assertThat(race.getDelta()).isZero();
        assertThat(race.getBlackFirst()).isEqualTo(outcome(RaceResult.RACE_RESULT_BLACK_CAPTURES, points("F3", "G3")));
        assertThat(race.getWhiteFirst()).isEqualTo(outcome(RaceResult.RACE_RESULT_WHITE_CAPTURES, points("A6", "B6")));
        assertThat(race.getComponentsList()).extracting("value").containsExactlyInAnyOrder("2", "-2");
    }

    private static RaceOutcome outcome(RaceResult result, List<Integer> winningPoints) {
        return RaceOutcome.newBuilder()
                .setResult(result)
                .addAllWinningPoints(winningPoints)
                .setHasWinningPoints(true)
                .build();
    }

    @Test
    void analyzeRace_noPointsNamed_findsTheRace() {
        assertThat(analyze(about(TWO_AND_TWO))).isEqualTo(analyze(between("C6", "A3", TWO_AND_TWO)));
        assertThat(analyze(about("...", "...")).getRacesList()).isEmpty();
    }

    /** With eyes in which players may move, the race is the same. */
    private static String[] withPlayableEyes() {
        return Arrays.stream(TWO_AND_TWO).map(row -> row.replace('_', '.')).toArray(String[]::new);
    }

    @Test
    void analyzeRace_session_isAnsweredOnTheBoardAsItIs() {
        EnvironmentSpec.Builder spec = square(8).setWidth(7).setSymmetry(Symmetry.SYMMETRY_FLIP_ROWS);
        String cells = String.join("", TWO_AND_TWO);
        for (int point = 0; point < cells.length(); point++) {
            switch (cells.charAt(point)) {
                case 'X' -> spec.getSetupBuilder().addBlackPoints(point);
                case 'O' -> spec.getSetupBuilder().addWhitePoints(point);
                default -> {}
            }
        }
        AnalyzeRaceRequest.Builder request = AnalyzeRaceRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder().setSessionId(open(SERVER.stub(), spec)));

        assertThat(analyze(request)).isEqualTo(analyze(about(withPlayableEyes())));
        assertThat(analyze(request).getRaces(0).getStatus()).isEqualTo(RaceStatus.RACE_STATUS_FIRST_PLAYER_CAPTURES);
    }

    /** White has filled A6, and it is Black's turn: the same race one liberty later. */
    @Test
    void analyzeRace_record_standsWhereTheMoveNumberSays() {
        StringBuilder sgf = new StringBuilder("(;GM[1]FF[4]SZ[7:8]PL[W]");
        String cells = String.join("", TWO_AND_TWO);
        for (int point = 0; point < cells.length(); point++) {
            String place = "[" + (char) ('a' + point % 7) + (char) ('a' + point / 7) + "]";
            switch (cells.charAt(point)) {
                case 'X' -> sgf.append("AB").append(place);
                case 'O' -> sgf.append("AW").append(place);
                default -> {}
            }
        }
        sgf.append(";W[ac];B[fa])");
        AnalyzeRaceRequest.Builder request = AnalyzeRaceRequest.newBuilder();
        request.getPositionBuilder()
                .getRecordBuilder()
                .setSgf(ByteString.copyFrom(sgf.toString(), StandardCharsets.UTF_8))
                .setMoveNumber(1);

        AnalyzeRaceResponse answer = analyze(request);

        assertThat(answer.getPlayerToMove()).isEqualTo(Color.COLOR_BLACK);
        assertThat(answer.getRaces(0).getStatus()).isEqualTo(RaceStatus.RACE_STATUS_SETTLED_WHITE);
        assertThat(answer.getRaces(0).getBlack().getExternalPointsList()).isEqualTo(points("B6"));
    }

    @Test
    void analyzeRace_colorsExchanged_exchangesTheAnswer() {
        String[] swapped = Arrays.stream(TWO_AND_TWO)
                .map(row -> row.replace('X', 'x').replace('O', 'X').replace('x', 'O'))
                .toArray(String[]::new);

        Race race = analyze(about(TWO_AND_TWO)).getRaces(0);
        Race other = analyze(about(swapped)).getRaces(0);

        assertThat(other.getBlack()).isEqualTo(race.getWhite());
        assertThat(other.getBlackFirst().getWinningPointsList())
                .isEqualTo(race.getWhiteFirst().getWinningPointsList());
    }

    @Test
    void analyzeRace_openBoard_saysWhyNothingIsKnown() {
        Race race = analyze(between("C3", "D3", ".....", ".....", "..XO.", ".....", ".....")
                        .setIsStatic(true))
                .getRaces(0);

        assertThat(race.getStatus()).isEqualTo(RaceStatus.RACE_STATUS_UNSUPPORTED_NOT_ENCLOSED);
        assertThat(race.getDeclined()).isEqualTo(race.getStatus());
        assertThat(race.getDeclinedReason()).isNotEmpty();
        assertThat(race.getMethod()).isEqualTo(RaceMethod.RACE_METHOD_UNSPECIFIED);
        assertThat(race.getBlackFirst()).isEqualTo(RaceOutcome.getDefaultInstance());
    }

    @ParameterizedTest(name = "limits {0}")
    @ValueSource(longs = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void analyzeRace_anyLimitOf64Bits_isAnswered(long limit) {
        AnalyzeRaceRequest.Builder request = about(TWO_AND_TWO);
        request.getLimitsBuilder().setMaxNodeCount(limit).setMaxTimeMs(limit == 1 ? 0 : limit);

        assertThat(analyze(request).getRaces(0).getStatus()).isEqualTo(RaceStatus.RACE_STATUS_FIRST_PLAYER_CAPTURES);
    }

    static List<Arguments> hostile() {
        return List.of(
                refused("position missing is not", AnalyzeRaceRequest.newBuilder()),
                refused("position.drawing.rows with '?'", about("?")),
                refused("position.drawing.rows of 26 points", about("X".repeat(26))),
                refused("the chain at A1 has no liberty", withMove("XX", 2)),
                refused("black_essential A2 is not a stone of a chain", between("A2", "B2", "XO", "O.")),
                refused("white_essential missing is not", about("X.O").setBlackEssential(0)),
                refused("black_essential missing is not", about("X.O").setWhiteEssential(0)),
                refused(
                        "black_essential 4294967295 is outside [0, 2]",
                        about("X.O").setBlackEssential(-1).setWhiteEssential(2)),
                refused(
                        "white_essential 3 is outside [0, 2]",
                        about("X.O").setBlackEssential(0).setWhiteEssential(3)),
                refused(
                        "black_essential C1 is not a black stone",
                        about("X.O").setBlackEssential(2).setWhiteEssential(2)),
                refused(
                        "white_essential B1 is not a white stone",
                        about("X.O").setBlackEssential(0).setWhiteEssential(1)));
    }

    private static AnalyzeRaceRequest.Builder withMove(String row, int move) {
        AnalyzeRaceRequest.Builder request = about(row);
        request.getPositionBuilder().getDrawingBuilder().addActions(move);
        return request;
    }

    private static Arguments refused(String message, AnalyzeRaceRequest.Builder request) {
        return Arguments.of(message, request);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void analyzeRace_badRequest_saysWhatIsWrong(String message, AnalyzeRaceRequest.Builder request) {
        Failure failure = Failure.of(() -> analyze(request));

        assertThat(failure.description()).startsWith(message);
        assertThat(failure.reason()).contains("INVALID_VALUE");
    }

    /** A move at a point that was drawn as unplayable. */
    @Test
    void analyzeRace_unplayablePointPlayed_isRejected() {
        AnalyzeRaceRequest.Builder request = about("X._.O").setBlackEssential(0).setWhiteEssential(4);
        request.getPositionBuilder().getDrawingBuilder().addActions(2);

        assertThat(Failure.of(() -> analyze(request)).description()).contains("unplayable C1");
    }

    /** Boards of random games of any size: each gets some answer in time. */
    @Test
    void analyzeRace_randomBoards_areAnsweredInTime() {
        SplitMix64 random = new SplitMix64(28);
        for (int round = 0; round < 20; round++) {
            AnalyzeRaceRequest.Builder request = about(randomBoard(random, 100 + random.nextInt(900)));
            request.getLimitsBuilder().setMaxTimeMs(200);

            assertThat(analyze(request).getRacesList())
                    .allSatisfy(race -> assertThat(race.getStatus()).isNotEqualTo(RaceStatus.RACE_STATUS_UNSPECIFIED));
        }
    }

    private static String[] randomBoard(SplitMix64 random, int moveCount) {
        Grid grid = Grid.square(25);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        while (game.moveNumber() < moveCount) {
            game.play(random.nextInt(grid.pointCount()));
        }
        return IntStream.range(0, grid.height())
                .mapToObj(row -> IntStream.range(0, grid.width())
                        .mapToObj(column -> String.valueOf(".XO".charAt(game.colorAt(grid.point(row, column)))))
                        .collect(Collectors.joining()))
                .toArray(String[]::new);
    }

    @Test
    void analyzeRace_severalRaces_areAllFound() {
        String[] three = Stream.of(TWO_AND_TWO, TWO_AND_TWO, TWO_AND_TWO)
                .flatMap(Arrays::stream)
                .toArray(String[]::new);

        AnalyzeRaceResponse answer = analyze(about(three));

        assertThat(answer.getRacesList())
                .extracting(Race::getStatus)
                .containsOnly(RaceStatus.RACE_STATUS_FIRST_PLAYER_CAPTURES)
                .hasSize(3);
        assertThat(answer.getRacesList())
                .extracting(race -> race.getBlack().getExternalPoints(0))
                .containsExactly(14, 14 + 56, 14 + 112);
    }

    /**
     * One race with sixteen regions, each worth more than a count and with a ko in it: pockets between the essential
     * chain and the safe one, with a stone inside.
     */
    @Test
    void analyzeRace_manyRegions_areAnsweredInTime() {
        List<String> rows = new ArrayList<>();
        rows.add("_O_" + "O".repeat(22));
        rows.add("O".repeat(25));
        rows.add("O" + "..O".repeat(8));
        rows.add("O" + "X.O".repeat(8));
        rows.add("X" + ".XX".repeat(8));
        rows.add("X".repeat(25));
        rows.add("O".repeat(25));
        rows.add("O" + ".OO".repeat(8));
        rows.add("X" + "O.X".repeat(8));
        rows.add("X" + "..X".repeat(8));
        rows.add("X".repeat(25));
        rows.add("_X_" + "X".repeat(22));
        AnalyzeRaceRequest.Builder request = between("A7", "A6", rows.toArray(String[]::new));
        request.getLimitsBuilder().setMaxTimeMs(1000).setMaxNodeCount(-1);

        Race race = analyze(request).getRaces(0);

        assertThat(race.getStatus()).isEqualTo(RaceStatus.RACE_STATUS_UNSUPPORTED_TOO_LARGE);
        assertThat(race.getDeclined()).isEqualTo(RaceStatus.RACE_STATUS_UNSUPPORTED_KO);
        assertThat(race.getBlack().getComplexPointsCount()).isEqualTo(32);
        assertThat(race.getWhite().getComplexPointsCount()).isEqualTo(32);
    }

    /** A race with more than fifty regions, each a liberty between safe enemy stones, is counted under any limits. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MIN_VALUE, -1})
    void analyzeRace_fiftyRegions_areCounted(long limit) {
        String own = "X" + "O.".repeat(12);
        String enemy = ".X".repeat(12) + "O";
        List<String> rows = List.of(
                "OO_OOO_" + "O".repeat(18),
                "O" + ".O".repeat(12),
                "X".repeat(25),
                own,
                "XOO_OOO_" + "O".repeat(17),
                own,
                "X".repeat(25),
                "O".repeat(25),
                enemy,
                "X_XXX_" + "X".repeat(18) + "O",
                enemy,
                "O".repeat(25),
                "X" + ".X".repeat(12),
                "XX_XXX_" + "X".repeat(18));
        AnalyzeRaceRequest.Builder request = between("A12", "A7", rows.toArray(String[]::new));
        request.getLimitsBuilder().setMaxNodeCount(limit).setMaxTimeMs(limit);

        Race race = analyze(request).getRaces(0);

        assertThat(race.getBlack().getExternalPointsCount()).isEqualTo(36);
        assertThat(race.getWhite().getExternalPointsCount()).isEqualTo(36);
        assertThat(race.getStatus()).isEqualTo(RaceStatus.RACE_STATUS_FIRST_PLAYER_CAPTURES);
        assertThat(race.getMethod()).isEqualTo(RaceMethod.RACE_METHOD_FORMULA);
    }
}
