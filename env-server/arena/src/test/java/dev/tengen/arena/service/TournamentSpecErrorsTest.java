package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.ErrorInfo;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.server.testing.Failure;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid specs of tournaments over gRPC, each with one wrong value. */
class TournamentSpecErrorsTest {
    private static final String NAME = "1 to 200 characters, not blank, none of them a control character";
    private static final String PLAYER_NAME = "1 to 64 characters, not blank, none of them a control character";

    private static ServedArena arena;

    @BeforeAll
    static void start(@TempDir Path folder) {
        arena = ServedArena.start(folder, Duration.ofSeconds(10));
    }

    @AfterAll
    static void stop() {
        arena.close();
    }

    /**
     * A wrong value.
     *
     * @param field the field name in the error
     * @param value the value in the error
     * @param allowed the beginning of the allowed values in the error
     * @param mistake sets the value in a valid spec
     */
    private record Row(String field, String value, String allowed, Consumer<TournamentSpec.Builder> mistake) {
        @Override
        public String toString() {
            return field + " " + value;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(valuesOfTheGame(), players(), formats(), openings()).flatMap(rows -> rows);
    }

    private static Stream<Row> valuesOfTheGame() {
        return Stream.of(
                new Row("name", "\"\"", NAME, spec -> spec.clearName()),
                new Row("name", "\" \"", NAME, spec -> spec.setName(" ")),
                new Row("name", "\"a\nb\"", NAME, spec -> spec.setName("a\nb")),
                new Row("name", '"' + "x".repeat(63) + "...", NAME, spec -> spec.setName("x".repeat(201))),
                new Row("name", "\"casual\"", "another", spec -> spec.setName("casual")),
                new Row("width", "0", "[1, 25]", spec -> spec.clearWidth()),
                new Row("width", "26", "[1, 25]", spec -> spec.setWidth(26)),
                new Row("height", "4294967295", "[1, 25]", spec -> spec.setHeight(-1)),
                new Row("komi", "1001.0", "", spec -> spec.getRulesBuilder().setKomi(1001)),
                new Row("time_control", "\"soon\"", "", spec -> spec.setTimeControl("soon")),
                new Row("network_allowance_ms", "60001", "[0, 60000]", spec -> spec.setNetworkAllowanceMs(60_001)),
                new Row("network_allowance_ms", "4294967295", "[0, 60000]", spec -> spec.setNetworkAllowanceMs(-1)),
                new Row("max_moves", "-2", "[-1, ", spec -> spec.setMaxMoves(-2)),
                new Row("max_moves", "2", "more than 2, the moves of opening", spec -> spec.setMaxMoves(2)),
                new Row("concurrency", "1025", "[1, 1024]", spec -> spec.setConcurrency(1025)),
                new Row("concurrency", "4294967295", "[1, 1024]", spec -> spec.setConcurrency(-1)));
    }

    private static Stream<Row> players() {
        return Stream.of(
                new Row("players", "0", "[2, 256]", spec -> spec.clearPlayers()),
                new Row("players", "1", "[2, 256]", spec -> spec.removePlayers(1)),
                new Row("players", "257", "[2, 256]", spec -> {
                    for (int number = 2; number < 257; number++) {
                        spec.addPlayers(player("player " + number));
                    }
                }),
                new Row("name", "\"ada\"", "unique among the players", spec -> spec.addPlayers(player("ada"))),
                new Row("name", "\"\t\"", PLAYER_NAME, spec -> spec.addPlayers(player("\t"))),
                new Row(
                        "name",
                        '"' + "y".repeat(63) + "...",
                        PLAYER_NAME,
                        spec -> spec.addPlayers(player("y".repeat(65)))),
                new Row(
                        "rating",
                        "NaN",
                        "[-10000.0, 10000.0]",
                        spec -> spec.addPlayers(player("ben").setRating(Double.NaN))),
                new Row(
                        "rating",
                        "10001.0",
                        "[-10000.0, 10000.0]",
                        spec -> spec.addPlayers(player("ben").setRating(10_001))));
    }

    private static ArenaPlayer.Builder player(String name) {
        return ArenaPlayer.newBuilder().setName(name).setPlayer("agent");
    }

    private static Stream<Row> formats() {
        return Stream.of(
                new Row("format", "missing", "round_robin, gauntlet, swiss or sprt", spec -> spec.clearFormat()),
                new Row(
                        "pair_count",
                        "0",
                        "[1, 10000]",
                        spec -> spec.getFormatBuilder().getRoundRobinBuilder().clearPairCount()),
                new Row(
                        "pair_count",
                        "10001",
                        "[1, 10000]",
                        spec -> spec.getFormatBuilder().getRoundRobinBuilder().setPairCount(10_001)),
                new Row(
                        "pair_count",
                        "4294967295",
                        "[1, 10000]",
                        spec -> spec.getFormatBuilder().getRoundRobinBuilder().setPairCount(-1)),
                new Row("pair_count", "110000", "at most 100000 in all", spec -> {
                    for (int number = 2; number < 11; number++) {
                        spec.addPlayers(player("player " + number));
                    }
                    spec.getFormatBuilder().getRoundRobinBuilder().setPairCount(2000);
                }),
                new Row(
                        "challenger",
                        "\"cy\"",
                        "one of the players",
                        spec -> spec.getFormatBuilder()
                                .getGauntletBuilder()
                                .setChallenger("cy")
                                .setPairCount(1)),
                new Row(
                        "pair_count",
                        "0",
                        "[1, 10000]",
                        spec -> spec.getFormatBuilder().getGauntletBuilder().setChallenger("ada")),
                new Row(
                        "meeting_count",
                        "0",
                        "[1, 255]",
                        spec -> spec.getFormatBuilder().getSwissBuilder().clear()),
                new Row(
                        "meeting_count",
                        "2",
                        "[1, 1]",
                        spec -> spec.getFormatBuilder().getSwissBuilder().setMeetingCount(2)),
                new Row(
                        "elo0",
                        "NaN",
                        "[-1000.0, 999.5]",
                        spec -> spec.getFormatBuilder()
                                .getSprtBuilder()
                                .setElo0(Double.NaN)
                                .setElo1(10)),
                new Row(
                        "elo1",
                        "0.4",
                        "[0.5, 1000.0]",
                        spec -> spec.getFormatBuilder().getSprtBuilder().setElo1(0.4)),
                new Row(
                        "alpha",
                        "0.0",
                        "[0.001, 0.25]",
                        spec -> spec.getFormatBuilder()
                                .getSprtBuilder()
                                .setElo1(10)
                                .setAlpha(0)),
                new Row(
                        "beta",
                        "0.3",
                        "[0.001, 0.25]",
                        spec -> spec.getFormatBuilder()
                                .getSprtBuilder()
                                .setElo1(10)
                                .setBeta(0.3)),
                new Row("players", "[ada, random, cy]", "two: the candidate and its opponent", spec -> {
                    spec.addPlayers(player("cy"));
                    spec.getFormatBuilder().getSprtBuilder().setElo1(10);
                }));
    }

    private static Stream<Row> openings() {
        return Stream.of(
                new Row(
                        "move_count",
                        "0",
                        "[1, 100]",
                        spec -> spec.getOpeningsBuilder().getRandomBuilder().clear()),
                new Row(
                        "move_count",
                        "101",
                        "[1, 100]",
                        spec -> spec.getOpeningsBuilder().getRandomBuilder().setMoveCount(101)),
                new Row(
                        "move_count",
                        "4294967295",
                        "[1, 100]",
                        spec -> spec.getOpeningsBuilder().getRandomBuilder().setMoveCount(-1)),
                new Row(
                        "move_count",
                        "26",
                        "[1, 25]",
                        spec -> spec.getOpeningsBuilder().getRandomBuilder().setMoveCount(26)),
                new Row(
                        "sgf",
                        "0",
                        "[1, 1000]",
                        spec -> spec.getOpeningsBuilder().getRecordsBuilder().setMoveCount(1)),
                new Row(
                        "move_count",
                        "0",
                        "[1, 1000]",
                        spec -> spec.getOpeningsBuilder().getRecordsBuilder().addSgf("(;SZ[5];B[aa])")),
                new Row(
                        "move_count",
                        "4294967295",
                        "[1, 1000]",
                        spec -> spec.getOpeningsBuilder()
                                .getRecordsBuilder()
                                .addSgf("(;SZ[5];B[aa])")
                                .setMoveCount(-1)),
                new Row(
                        "opening",
                        "record-1",
                        "a game record in SGF",
                        spec -> spec.getOpeningsBuilder()
                                .getRecordsBuilder()
                                .addSgf("no record")
                                .setMoveCount(1)),
                new Row(
                        "opening",
                        "record-1",
                        "a record on a board of 5x5",
                        spec -> spec.getOpeningsBuilder()
                                .getRecordsBuilder()
                                .addSgf("(;SZ[9];B[aa])")
                                .setMoveCount(1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void createTournament_wrongValue_isNamedAndChangesNothing(Row row) {
        TournamentSpec.Builder spec = Specs.roundRobin("cup", 1, "ada", "random=random");
        row.mistake().accept(spec);
        List<Tournament> before = tournaments();

        Failure failure = create(spec);

        assertThat(failure.code()).as(failure.description()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("INVALID_VALUE");
        ErrorInfo info = failure.info().orElseThrow();
        assertThat(info.getMetadataMap())
                .as(failure.description())
                .containsEntry("field", row.field())
                .containsEntry("value", row.value());
        assertThat(info.getMetadataOrThrow("allowed")).startsWith(row.allowed()).isNotBlank();
        assertThat(tournaments()).isEqualTo(before);
    }

    private static Failure create(TournamentSpec.Builder spec) {
        return Failure.of(() -> arena.stub()
                .createTournament(
                        CreateTournamentRequest.newBuilder().setSpec(spec).build()));
    }

    private static List<Tournament> tournaments() {
        return arena.stub()
                .listTournaments(ListTournamentsRequest.getDefaultInstance())
                .getTournamentsList();
    }

    static Stream<Row> unknownNames() {
        return Stream.of(
                new Row(
                        "player",
                        "\"\"",
                        "\"agent\", \"gtp:\" and the name of an engine, or one of",
                        spec -> spec.addPlayers(player("ben").clearPlayer())),
                new Row(
                        "player",
                        "\"alphago\"",
                        "\"agent\", \"gtp:\" and the name of an engine, or one of",
                        spec -> spec.addPlayers(player("ben").setPlayer("alphago"))),
                new Row(
                        "player",
                        "\"gtp:gnugo\"",
                        "an engine of the server: it has none",
                        spec -> spec.addPlayers(player("ben").setPlayer("gtp:gnugo"))),
                new Row(
                        "preset",
                        "\"chess\"",
                        "one of",
                        spec -> spec.getRulesBuilder().setPreset("chess")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unknownNames")
    void createTournament_unknownName_isReportedAndChangesNothing(Row row) {
        TournamentSpec.Builder spec = Specs.roundRobin("cup", 1, "ada", "random=random");
        row.mistake().accept(spec);
        List<Tournament> before = tournaments();

        Failure failure = create(spec);

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("UNKNOWN_" + row.field().toUpperCase(Locale.ROOT));
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("field", row.field())
                .containsEntry("value", row.value());
        assertThat(failure.info().orElseThrow().getMetadataOrThrow("allowed")).startsWith(row.allowed());
        assertThat(tournaments()).isEqualTo(before);
    }

    @Test
    void createTournament_adjudicatorThatIsNoEngineOfTheServer_isReportedAndChangesNothing() {
        TournamentSpec.Builder spec =
                Specs.roundRobin("cup", 1, "ada", "random=random").setAdjudicator("gtp:gnugo");
        List<Tournament> before = tournaments();

        Failure failure = create(spec);

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("UNKNOWN_PLAYER");
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("field", "adjudicator")
                .containsEntry("value", "\"gtp:gnugo\"")
                .containsEntry("allowed", "an engine of the server: it has none");
        assertThat(tournaments()).isEqualTo(before);
    }
}
