package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a small tournament between players with unusual names. */
class ExportsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/report");
    private static final String FORMULA = "=HYPERLINK(\"http://x\")";
    private static final String MARKUP = "</script><img src=x onerror=alert(1)>";
    private static final String PLAIN = "Zoë \\ \"the\n2nd\", Łódź";
    private static final List<String> PLAYERS = List.of(PLAIN, FORMULA, MARKUP);
    private static final int GAME_LIMIT = 11;

    @TempDir
    Path folder;

    private ArenaStore store;
    private TournamentRecord record;
    private Path files;

    @BeforeEach
    void play() throws IOException {
        store = ArenaStore.open(folder.resolve("arena.db").toString());
        record = new SampleTournament(store, "../=cup]", Grid.square(4), PLAYERS, 2).play(GAME_LIMIT);
        files = folder.resolve("out/cup");
        ReportFile.writeAll(record, files);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** The golden files. {@code -Dtengen.rewrite=true} writes them again. */
    @Test
    void write_smallTournament_isAsBefore() throws IOException {
        for (String name : List.of("games.pgn", "tournament.json", "games.csv", "standings.csv")) {
            if (Boolean.getBoolean("tengen.rewrite")) {
                Files.createDirectories(GOLDEN);
                Files.copy(files.resolve(name), GOLDEN.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }

            assertThat(files.resolve(name)).as(name).hasSameTextualContentAs(GOLDEN.resolve(name));
        }
    }

    @Test
    @Tag("full")
    void write_again_givesTheSameBytesInAnyTimeZone() throws IOException {
        Path again = folder.resolve("again");
        TimeZone zone = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));
            ReportFile.writeAll(TournamentRecord.of(store, "../=cup]").by(SampleTournament.WRITER), again);
        } finally {
            TimeZone.setDefault(zone);
        }

        try (Stream<Path> list = Files.list(files)) {
            List<Path> written = list.toList();
            assertThat(written).hasSize(6);
            for (Path file : written) {
                assertThat(again.resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        }
    }

    @Test
    void write_again_replacesFilesAndLeavesOthersAlone() throws IOException {
        Files.writeString(files.resolve("games.csv"), "old");
        Files.writeString(files.resolve("mine.txt"), "mine");

        ReportFile.writeAll(record, files);

        assertThat(files.resolve("games.csv")).content().startsWith("number,");
        assertThat(files.toFile().list()).hasSize(7).contains("mine.txt");
    }

    @Test
    void write_files_areForWhomeverTheSystemAllows() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain.txt"), "");

        assertThat(Files.getPosixFilePermissions(files.resolve("report.html")))
                .isEqualTo(Files.getPosixFilePermissions(plain));
    }

    @Test
    void zip_eachGame_isPlayedAgainWithTheSameResult() throws Exception {
        try (ZipFile zip = new ZipFile(files.resolve("games.zip").toFile())) {
            List<? extends ZipEntry> entries = zip.stream().toList();

            assertThat(entries).hasSize(GAME_LIMIT);
            for (ZipEntry entry : entries) {
                ReportedGame game = record.games().get(entries.indexOf(entry));
                assertThat(entry.getName())
                        .startsWith("_.__cup_/" + String.format("%05d ", game.number()))
                        .matches("[A-Za-z0-9_+. -]+/[A-Za-z0-9_+. -]+\\.sgf");
                assertThat(entry.getTimeLocal()).isEqualTo(evenSeconds(game));
                requireResult(text(zip, entry), game);
            }
        }
    }

    /** When the game ended, with the precision of zip files. */
    private static LocalDateTime evenSeconds(ReportedGame game) {
        LocalDateTime time = LocalDateTime.ofInstant(game.result().orElseThrow().endedAt(), ZoneOffset.UTC);
        return time.withSecond(time.getSecond() / 2 * 2);
    }

    private static String text(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void requireResult(String sgf, ReportedGame game) throws SgfException {
        GameRecord sgfRecord = GameRecord.parse(sgf);
        RecordReplay replay = RecordReplay.of(
                sgfRecord, RecordRules.of(sgfRecord, Rules.TROMP_TAYLOR).rules());

        assertThat(replay.refusal()).isEmpty();
        assertThat(sgfRecord.result()).contains(game.resultText());
        if (game.result().orElseThrow().verdict().equals("PASSES")) {
            assertThat(replay.game().outcome().orElseThrow().text()).isEqualTo(game.resultText());
        } else {
            assertThat(replay.game().outcome()).isEmpty();
        }
    }

    @Test
    void pgn_strictReader_findsTheResultsThatCount() throws IOException {
        List<GameResult> results = PgnReader.read(Files.readString(files.resolve("games.pgn")));

        // Names stay distinct, although a tag cannot contain a line feed.
        List<GameResult> expected = record.games().stream()
                .flatMap(game -> game.counted().stream())
                .map(game -> new GameResult(oneLine(game.black()), oneLine(game.white()), game.winner()))
                .toList();
        assertThat(results).isEqualTo(expected).hasSizeBetween(GAME_LIMIT - 3, GAME_LIMIT - 1);
    }

    private static String oneLine(String name) {
        return name.replace('\n', '\u240a');
    }

    @Test
    void csv_games_areReadBack() throws IOException {
        List<CSVRecord> rows = csv("games.csv");

        assertThat(rows).hasSameSizeAs(record.games());
        for (ReportedGame game : record.games()) {
            CSVRecord row = rows.get(game.number());
            assertThat(text(row.get("black"))).isEqualTo(game.black());
            assertThat(text(row.get("white"))).isEqualTo(game.white());
            assertThat(row.get("pair")).isEqualTo(Integer.toString(game.number() / 2 + 1));
            assertThat(row.get("state")).isEqualTo(game.state().name());
            assertThat(row.get("result")).isEqualTo(game.resultText());
            assertThat(row.get("winner"))
                    .isEqualTo(
                            game.result().map(result -> result.winner().name()).orElse(""));
        }
        assertThat(rows.get(GAME_LIMIT).get("state")).isEqualTo("RUNNING");
        assertThat(rows.get(0).get("black_seconds")).matches("\\d+\\.\\d{6}");
    }

    /** A table grouped by pair had the games of several players in a group. */
    @Test
    void csv_gamesOfAPair_areTwoOfTheSamePlayersWithColorsSwapped() throws IOException {
        Map<String, List<CSVRecord>> pairs =
                csv("games.csv").stream().collect(Collectors.groupingBy(row -> row.get("pair")));

        assertThat(pairs.values()).allSatisfy(games -> {
            assertThat(games).hasSizeBetween(1, 2);
            assertThat(games.get(0).get("black"))
                    .isEqualTo(games.get(games.size() - 1).get(games.size() == 1 ? "black" : "white"));
            assertThat(games)
                    .extracting(row -> row.get("opening"))
                    .containsOnly(games.get(0).get("opening"));
        });
        assertThat(pairs).hasSizeGreaterThan(1);
    }

    @Test
    void csv_cells_areNoFormulas() throws IOException {
        for (String name : List.of("games.csv", "standings.csv")) {
            for (CSVRecord row : csv(name)) {
                for (String cell : row) {
                    assertThat(cell).matches("(?s)(-?\\d+(\\.\\d+(E-?\\d+)?)?|[^=+@\\t\\r\\n-].*)?");
                }
            }
        }
    }

    private List<CSVRecord> csv(String name) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(files.resolve(name), StandardCharsets.UTF_8, format)) {
            return parser.getRecords();
        }
    }

    private static String text(String cell) {
        return cell.startsWith("'") ? cell.substring(1) : cell;
    }

    @Test
    void csv_standings_areThoseOfTheGames() throws IOException {
        List<CSVRecord> rows = csv("standings.csv");
        List<GameResult> results =
                record.games().stream().flatMap(game -> game.counted().stream()).toList();

        Standings standings = Standings.of(results, RatingOptions.DEFAULT);
        assertThat(rows).hasSize(PLAYERS.size());
        for (Standings.Row row : standings.rows()) {
            CSVRecord read = rows.get(row.rank() - 1);
            assertThat(text(read.get("player"))).isEqualTo(row.rating().player());
            assertThat(Double.parseDouble(read.get("elo")))
                    .isEqualTo(row.rating().elo());
            assertThat(Double.parseDouble(read.get("points")))
                    .isEqualTo(row.games().points());
        }
    }

    @Test
    void json_wholeTournament_isThere() throws IOException {
        JsonNode json =
                new ObjectMapper().readTree(files.resolve("tournament.json").toFile());

        assertThat(json.at("/settings/size").asInt()).isEqualTo(4);
        assertThat(json.at("/players/1/name").asText()).isEqualTo(FORMULA);
        assertThat(json.at("/games")).hasSameSizeAs(record.games());
        assertThat(json.at("/games/0/moves_hash").asText()).hasSize(16);
        assertThat(json.at("/writer/processor").asText()).isEqualTo("Abacus 9000");
        int endedCount = 0;
        for (JsonNode count : json.at("/verdicts")) {
            endedCount += count.get("wins").asInt()
                    + count.get("draws").asInt()
                    + count.get("voids").asInt();
            endedCount += count.get("losses").asInt();
        }
        assertThat(endedCount).isEqualTo(2 * GAME_LIMIT);
        assertThat(json.toString()).doesNotContain("(;GM[1]");
    }
}
