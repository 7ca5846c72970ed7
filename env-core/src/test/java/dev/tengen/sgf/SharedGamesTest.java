package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.board.Color;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reads records of many servers, programs and decades, which lie beside a working copy but are not ours to publish.
 *
 * <p>Skipped where they are absent.
 */
class SharedGamesTest {
    /** Every file whose first game is refused, and why. */
    private static final Map<String, String> REFUSED = Map.of(
            "littlego-apache2/sgf__19x19__Fuego_vs._Fuego.sgf",
            "line 40, column 1: the text ends inside the game that begins at line 1, column 1",
            "littlego-apache2/sgf__Illegal_games__encoding-unsupported.sgf",
            "line 1, column 15: charset \"foo\" is unknown",
            "littlego-apache2/sgf__Illegal_games__illegal-setup.sgf",
            "line 1, column 23: set-up stones: the chain at A19 has no liberty",
            "littlego-apache2/sgf__Illegal_games__not-an-sgf-file.sgf",
            "line 1, column 1: no game: \"(;\" is nowhere in the text",
            "littlego-apache2/sgf__Illegal_games__not-enough-handicap-stones.sgf",
            "line 1, column 13: HA: 3 handicap stones, but AB sets up none",
            "littlego-apache2/sgf__Illegal_games__setup-after-first-move.sgf",
            "line 1, column 20: set-up stones after move 1 are not supported",
            "littlego-apache2/sgf__Illegal_games__setup-player-after-first-move.sgf",
            "line 1, column 20: PL: Black to move again after move 1 is not supported",
            "littlego-apache2/sgf__sgfc__test-strict.sgf",
            "line 1, column 8: HA: 2 handicap stones, but AB sets up none",
            "littlego-apache2/sgf__sgfc__test.sgf",
            "line 8, column 4: the identifier \"illegal\" has no capital letter",
            "sabaki-sgf-mit/tests__sgf__encoding__nihon-kiin.sgf",
            "line 1, column 1: no game: \"(;\" is nowhere in the text");

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

    @Test
    void parse_allFiles_refusesTheseAndNoOther() {
        Map<String, String> refused = new TreeMap<>();
        int moveCount = 0;
        for (Path file : files) {
            try {
                moveCount += GameRecord.parse(GameFiles.read(file)).moves().size();
            } catch (SgfException e) {
                refused.put(folder.relativize(file).toString().replace('\\', '/'), e.getMessage());
            }
        }

        assertThat(refused).isEqualTo(new TreeMap<>(REFUSED));
        assertThat(files).hasSize(288);
        assertThat(moveCount).isEqualTo(36_503);
    }

    @Test
    void nextGame_allFiles_readsAllGames() {
        int gameCount = 0;
        int brokenCount = 0;
        for (Path file : files) {
            try {
                gameCount += SgfParserTest.games(SgfText.decode(GameFiles.read(file)))
                        .size();
            } catch (SgfException e) {
                brokenCount++;
            }
        }

        assertThat(gameCount).isEqualTo(297);
        assertThat(brokenCount).isEqualTo(3);
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
}
