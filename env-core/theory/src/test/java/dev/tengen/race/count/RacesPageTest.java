package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.RaceSum;
import dev.tengen.testing.Diagrams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of {@code docs/reference/races.md}: its code, its drawing and its numbers. */
class RacesPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/races.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/race/count/RacesPageTest.java");
    private static final Pattern ROW = Pattern.compile("(?m)^ ?\\d+ ([_XO.](?: [_XO.])+)$");

    @Test
    void page_drawing_isWorkedThroughRight() throws IOException {
        String drawing = ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> row.group(1).replace('_', '*'))
                .collect(Collectors.joining("\n"));
        Board board = Diagrams.board(drawing);
        PointSet unplayable = Diagrams.marked(drawing);

        RaceAnalyzer analyzer = new RaceAnalyzer(RaceBudget.of(SearchLimits.ofNodes(1_000_000)));
        List<RaceAnalysis> analyses = new ArrayList<>();
        for (Race race : analyzer.find(board, unplayable)) {
            analyses.add(analyzer.analyze(race));
        }

        assertThat(analyses).hasSize(1);
        RaceAnalysis analysis = analyses.get(0);
        RaceSum sum = analysis.sum().orElseThrow();
        assertThat(analysis.status()).isEqualTo(RaceStatus.FIRST_PLAYER_CAPTURES);
        assertThat(sum.components().stream().map(RaceComponent::value)).containsExactly("{3|0}", "-1");
        assertThat(sum.components().stream().map(RaceComponent::cooled)).containsExactly("3/2", "-1");
        assertThat(sum.cooled()).isEqualTo("1/2");
        assertThat(sum.adjustedBlackFirst()).isEqualTo(1);
        assertThat(sum.adjustedWhiteFirst()).isZero();
        assertThat(analysis.blackFirst().winningMoves().orElseThrow()).hasToString("[B9, N5]");
        assertThat(analysis.whiteFirst().winningMoves().orElseThrow()).hasToString("[B9]");
    }

    @Test
    void page_code_isThatOfThisClass() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + 8;
        String source = Files.readString(SOURCE).replaceAll("(?m)^ {8}", "");

        assertThat(source).contains(page.substring(start, page.indexOf("```", start)));
    }
}
