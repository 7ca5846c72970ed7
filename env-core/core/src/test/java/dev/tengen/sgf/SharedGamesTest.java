package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Parses records of many servers, programs and decades. They are next to a working copy because we may not publish
 * them.
 *
 * <p>Skipped where they are absent.
 */
class SharedGamesTest {
    /** The files that cannot be parsed, and why. */
    private static final Map<String, String> REFUSED = Map.of(
            "littlego-apache2/sgf__Illegal_games__not-an-sgf-file.sgf",
            "line 1, column 1: no game: the text does not contain \"(;\"",
            "littlego-apache2/sgf__sgfc__test.sgf",
            "line 8, column 4: the identifier \"illegal_chars\" has no capital letter",
            "sabaki-sgf-mit/tests__sgf__encoding__nihon-kiin.sgf",
            "line 1, column 1: no game: the text does not contain \"(;\"");

    /** The parsed files whose first main line is not a record, and why. */
    private static final Map<String, String> WITHOUT_RECORD = Map.of(
            "littlego-apache2/sgf__Illegal_games__illegal-setup.sgf",
            "line 1, column 23: AW: the chain at A19 has no liberty",
            "littlego-apache2/sgf__Illegal_games__setup-after-first-move.sgf",
            "line 1, column 20: AB: set-up stones after move 1 are not supported in one record",
            "littlego-apache2/sgf__Illegal_games__setup-player-after-first-move.sgf",
            "line 1, column 20: PL: Black to move again after move 1 is not supported in one record");

    private Path folder = Path.of("");
    private List<Path> files = List.of();

    @BeforeEach
    void findFolder() {
        Optional<Path> shared = GameFiles.shared();
        assumeTrue(shared.isPresent(), "no folder shared/games beside the working copy");
        folder = shared.get();
        files = GameFiles.under(folder);
    }

    private GameRecord read(String name) throws SgfException {
        return GameRecord.parse(GameFiles.read(folder.resolve(name)));
    }

    private String name(Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    @Test
    void parse_allFiles_refusesTheseAndNoOther() {
        Map<String, String> refused = new TreeMap<>();
        int gameCount = 0;
        long nodeCount = 0;
        for (Path file : files) {
            try {
                SgfCollection collection = SgfCollection.parse(GameFiles.read(file));
                gameCount += collection.games().size();
                nodeCount += collection.games().stream().flatMap(SgfGame::nodes).count();
            } catch (SgfException e) {
                refused.put(name(file), e.getMessage());
            }
        }

        assertThat(files).hasSize(288);
        assertThat(refused).isEqualTo(new TreeMap<>(REFUSED));
        assertThat(gameCount).isEqualTo(299);
        assertThat(nodeCount).isEqualTo(38_993);
    }

    @Test
    void toSgf_allFiles_areReadBackEqual() throws SgfException {
        int count = 0;
        for (Path file : files) {
            if (!REFUSED.containsKey(name(file))) {
                SgfCollection collection = SgfCollection.parse(GameFiles.read(file));
                byte[] written = collection.toSgf().getBytes(StandardCharsets.UTF_8);

                SgfCollection again = SgfCollection.parse(written);

                assertThat(again).as(name(file)).isEqualTo(collection).hasSameHashCodeAs(collection);
                assertThat(again.toSgf().getBytes(StandardCharsets.UTF_8)).isEqualTo(written);
                assertThat(again.warnings()).as(name(file)).isEmpty();
                count++;
            }
        }

        assertThat(count).isEqualTo(285);
    }

    @Test
    void record_mainLinesOfAllFiles_areReadButThese() throws SgfException {
        Map<String, String> refused = new TreeMap<>();
        int moveCount = 0;
        for (Path file : files) {
            if (!REFUSED.containsKey(name(file))) {
                try {
                    moveCount += GameRecord.parse(GameFiles.read(file)).moves().size();
                } catch (SgfException e) {
                    refused.put(name(file), e.getMessage());
                }
            }
        }

        assertThat(refused).isEqualTo(new TreeMap<>(WITHOUT_RECORD));
        assertThat(moveCount).isEqualTo(36_855);
    }

    @Test
    void records_allLinesOfAllFiles_hasTheRecordOrSeveral() throws SgfException {
        int lineCount = 0;
        int severalCount = 0;
        int brokenCount = 0;
        int warningCount = 0;
        int recordCount = 0;
        for (Path file : files) {
            if (!REFUSED.containsKey(name(file))) {
                for (SgfGame game : SgfCollection.parse(GameFiles.read(file)).games()) {
                    for (SgfLine line : game.lines().toList()) {
                        lineCount++;
                        try {
                            LineRecords records = line.records();
                            warningCount += records.warnings().size();
                            for (LineRecords.Segment segment : records.segments()) {
                                GameRecord record = segment.record();
                                assertThat(GameRecord.parse(record.toSgf())).isEqualTo(writable(record));
                                recordCount++;
                            }
                            if (records.segments().size() > 1) {
                                severalCount++;
                                assertThatThrownBy(line::record).isInstanceOf(SgfException.class);
                            } else {
                                assertThat(line.record())
                                        .isEqualTo(records.segments().get(0).record());
                            }
                        } catch (SgfException e) {
                            brokenCount++;
                        }
                    }
                }
            }
        }

        assertThat(List.of(lineCount, severalCount, brokenCount, warningCount, recordCount))
                .containsExactly(400, 9, 1, 123, 408);
    }

    /** Returns {@code record} without a handicap that FF[4] cannot express. */
    private static GameRecord writable(GameRecord record) {
        return record.setup().black().isEmpty()
                ? new GameRecord(record.setup(), record.moves(), record.info().withHandicap(0))
                : record;
    }

    @Test
    void parse_eastAsianCharsets_namesAreRead() throws SgfException {
        assertThat(read("sabaki-sgf-mit/tests__sgf__chinese.sgf").blackPlayer()).contains("\u53e4\u529b");
        assertThat(read("sabaki-sgf-mit/tests__sgf__japanese.sgf").blackPlayer())
                .contains("\u4e95\u5c71 \u88d5\u592a");
        assertThat(read("sabaki-sgf-mit/tests__sgf__korean.sgf").blackPlayer()).contains("\uc774\uc138\ub3cc");
    }

    @Test
    void parse_sameGameInTwoEncodings_isTheSameRecord() throws SgfException {
        assertThat(read("sabaki-sgf-mit/tests__sgf__utf16le.sgf"))
                .isEqualTo(read("sabaki-sgf-mit/tests__sgf__utf8bom.sgf"));
    }

    @Test
    void parse_sameGameRewritten_hasTheSameMoves() throws SgfException {
        assertThat(read("littlego-apache2/sgf__sgfc__ff4_ex-rewritten-by-sgfc.sgf")
                        .moves())
                .isEqualTo(read("littlego-apache2/sgf__sgfc__ff4_ex.sgf").moves());
    }

    @Test
    void parse_longIdentifiersOfFf1_areRead() throws SgfException {
        GameRecord record = read("katrain-mit/tests__data__xmgt97.sgf");

        assertThat(record.grid()).hasToString("9x9");
        assertThat(record.komi()).hasValue(-1.5);
        assertThat(record.moves()).hasSize(60);
    }

    @Test
    void parse_nodeWithAMoveOfEachColor_endsWithBoth() throws SgfException {
        GameRecord record = read("gnugo-gpl3/buzco1.sgf");

        int pass = record.grid().pass();
        assertThat(record.moves()).endsWith(new RecordedMove(Color.BLACK, pass), new RecordedMove(Color.WHITE, pass));
    }

    /** The example of the author of the standard: variations, two games, and most properties. */
    @Test
    void parse_exampleOfTheStandard_hasAllOfIt() throws SgfException {
        SgfCollection collection =
                SgfCollection.parse(GameFiles.read(folder.resolve("littlego-apache2/sgf__sgfc__ff4_ex.sgf")));

        assertThat(collection.games()).hasSize(2);
        SgfGame game = collection.games().get(0);
        assertThat(game.root().children()).hasSize(5);
        SgfNode setup = game.line(1).nodes().get(1);
        assertThat(setup.property("AB").orElseThrow().points(Grid.square(19)).size())
                .isEqualTo(16);
        SgfNode style = game.line(3).nodes().get(1);
        assertThat(style.text("C"))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("'\\' like this one >ok<.", "linebreak 4 \"\\r\": >ok<"));
        SgfNode labels = game.line(2).nodes().get(3);
        SgfValue label = labels.property("LB").orElseThrow().values().get(8);
        assertThat(label.left().text() + " " + label.right().text()).isEqualTo("gs ABCDEFGH");
        assertThat(collection.games().get(1).lines().map(line -> {
                    try {
                        return line.record().result().orElse("");
                    } catch (SgfException e) {
                        return e.getMessage();
                    }
                }))
                .containsExactly("W+3.5", "W+Resign", "B+63.5", "B+R");
    }
}
