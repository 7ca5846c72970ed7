package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.protobuf.TextFormat;
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
        Row tooManyPairs = new Row("pair_count", "110000", "at most 100000 in all", spec -> {
            for (int number = 2; number < 11; number++) {
                spec.addPlayers(player("player " + number));
            }
            spec.getFormatBuilder().getRoundRobinBuilder().setPairCount(2000);
        });
        return Stream.concat(
                Stream.of(
                        new Row(
                                "format",
                                "missing",
                                "round_robin, gauntlet, swiss or sprt",
                                spec -> spec.clearFormat()),
                        tooManyPairs),
                table("""
                        pair_count    | 0          | [1, 10000]         | format { round_robin { pair_count: 0 } }
                        pair_count    | 10001      | [1, 10000]         | format { round_robin { pair_count: 10001 } }
                        pair_count    | 4294967295 | [1, 10000]         | format { round_robin { pair_count: 4294967295 } }
                        challenger    | "cy"       | one of the players | format { gauntlet { challenger: "cy" pair_count: 1 } }
                        pair_count    | 0          | [1, 10000]         | format { gauntlet { challenger: "ada" } }
                        meeting_count | 0          | [1, 255]           | format { swiss {} }
                        meeting_count | 2          | [1, 1]             | format { swiss { meeting_count: 2 } }
                        elo0          | NaN        | [-1000.0, 999.5]   | format { sprt { elo0: nan elo1: 10 } }
                        elo1          | 0.4        | [0.5, 1000.0]      | format { sprt { elo1: 0.4 } }
                        alpha         | 0.0        | [0.001, 0.25]      | format { sprt { elo1: 10 alpha: 0 } }
                        beta          | 0.3        | [0.001, 0.25]      | format { sprt { elo1: 10 beta: 0.3 } }
                        players       | [ada, random, cy] | two: the candidate and its opponent \
                        | players { name: "cy" player: "agent" } format { sprt { elo1: 10 } }
                        """));
    }

    private static Stream<Row> openings() {
        return table("""
                move_count | 0          | [1, 100]                  | openings { random {} }
                move_count | 101        | [1, 100]                  | openings { random { move_count: 101 } }
                move_count | 4294967295 | [1, 100]                  | openings { random { move_count: 4294967295 } }
                move_count | 26         | [1, 25]                   | openings { random { move_count: 26 } }
                sgf        | 0          | [1, 1000]                 | openings { records { move_count: 1 } }
                move_count | 0          | [1, 1000]                 | openings { records { sgf: "(;SZ[5];B[aa])" } }
                move_count | 4294967295 | [1, 1000]                 \
                | openings { records { sgf: "(;SZ[5];B[aa])" move_count: 4294967295 } }
                opening    | record-1   | a game record in SGF      \
                | openings { records { sgf: "no record" move_count: 1 } }
                opening    | record-1   | a record on a board of 5x5 \
                | openings { records { sgf: "(;SZ[9];B[aa])" move_count: 1 } }
                """);
    }

    /** Returns the rows of a table with the columns of {@link Row}; the mistake is in the text format of messages. */
    private static Stream<Row> table(String text) {
        return text.lines().map(line -> {
            List<String> cells = Splitter.on('|').trimResults().splitToList(line);
            return new Row(cells.get(0), cells.get(1), cells.get(2), spec -> merge(cells.get(3), spec));
        });
    }

    private static void merge(String text, TournamentSpec.Builder spec) {
        try {
            TextFormat.merge(text, spec);
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
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
        return table("""
                player | ""          | "agent", "gtp:" and the name of an engine, or one of | players { name: "ben" }
                player | "alphago"   | "agent", "gtp:" and the name of an engine, or one of \
                | players { name: "ben" player: "alphago" }
                player | "gtp:gnugo" | an engine of the server: it has none \
                | players { name: "ben" player: "gtp:gnugo" }
                preset | "chess"     | one of | rules { preset: "chess" }
                """);
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
