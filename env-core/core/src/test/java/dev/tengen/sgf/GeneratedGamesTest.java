package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the project's own records: 82 games of GNU Go against itself under Tromp-Taylor rules. */
class GeneratedGamesTest {
    private static final Pattern MOVE = Pattern.compile(";([BW])\\[([a-z]{2})?]");
    private static final Pattern SIZE = Pattern.compile("SZ\\[(\\d+)]");

    static Stream<Arguments> files() {
        return GameFiles.generated().stream()
                .map(file -> Arguments.of(String.valueOf(file.getFileName()), GameFiles.read(file)));
    }

    @Test
    void generated_areEightyTwo() {
        List<Path> files = GameFiles.generated();

        assertThat(files).hasSize(82);
    }

    /** A trivial parser: in these plain files one pattern finds all moves. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void parse_generatedGame_hasTheMovesThatAPatternFinds(String name, byte[] bytes) throws SgfException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Matcher size = SIZE.matcher(text);
        assertThat(size.find()).isTrue();
        int width = Integer.parseInt(size.group(1));
        List<RecordedMove> expected = new ArrayList<>();
        for (Matcher move = MOVE.matcher(text); move.find(); ) {
            int color = move.group(1).equals("B") ? Color.BLACK : Color.WHITE;
            String point = move.group(2);
            expected.add(new RecordedMove(
                    color, point == null ? width * width : (point.charAt(1) - 'a') * width + point.charAt(0) - 'a'));
        }

        GameRecord record = GameRecord.parse(bytes);

        assertThat(record.moves()).isEqualTo(expected).hasSizeGreaterThan(10);
        assertThat(record.grid()).hasToString(width + "x" + width);
        assertThat(record.komi()).hasValue(7.5);
        assertThat(record.rules()).contains("Tromp-Taylor");
        assertThat(record.setup().isEmpty()).isTrue();
    }

    /** Replays the records: every move is legal, two passes end the game, and the area score is the recorded result. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void play_generatedGameUnderTrompTaylor_endsWithTheRecordedResult(String name, byte[] bytes) throws SgfException {
        GameRecord record = GameRecord.parse(bytes);
        Rules rules = Rules.TROMP_TAYLOR.withKomi(record.komi().orElseThrow());
        Game game = new Game(record.setup(), rules);

        for (RecordedMove move : record.moves()) {
            assertThat(game.playerToMove()).isEqualTo(move.color());
            assertThat(game.play(move.move()))
                    .as("move %d", game.moveNumber() + 1)
                    .isEqualTo(Legality.LEGAL);
        }

        assertThat(game.isOver()).isTrue();
        assertThat(record.result()).contains(game.score().text());
    }
}
