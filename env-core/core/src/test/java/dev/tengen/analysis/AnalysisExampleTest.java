package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of {@code docs/reference/analysis.md}, literally. */
class AnalysisExampleTest {
    private static final Path PAGE = Path.of("../../docs/reference/analysis.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/analysis/AnalysisExampleTest.java");
    private static final String FENCE = "```java\n";
    private static final int EXAMPLE_COUNT = 2;

    @Test
    void example_passAlive_isFound() {
        Grid grid = Grid.square(4);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        for (String name : List.of("B4", "C4", "B3", "C3", "A3", "C2", "B2", "C1", "B1")) {
            game.play(grid.point(name));
        }

        PassAlive passAlive = new PassAlive(grid);
        passAlive.find(game.board(), game.rules().suicide());
        PointSet stones = passAlive.stones(Color.BLACK);
        PointSet territory = passAlive.territory(Color.BLACK);

        assertThat(stones).hasToString("[B4, A3, B3, B2, B1]");
        assertThat(territory).hasToString("[A4, A2, A1]");
    }

    @Test
    void example_overlays_areShown() {
        Grid grid = Grid.of(5, 1);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        game.play(grid.point("A1"));
        game.play(grid.point("E1"));
        List<String> shown = new ArrayList<>();

        for (OverlaySpec spec : Overlays.specs()) {
            Overlay overlay = Overlays.named(spec.name(), grid).orElseThrow();
            shown.add(spec.name() + " " + Arrays.toString(overlay.values(game)));
        }

        assertThat(shown).contains("age [1, -1, -1, -1, 0]", "influence [53, 4, 0, -4, -53]");
    }

    @Test
    void page_examples_areThoseOfThisClass() throws IOException {
        String source = Files.readString(SOURCE).replaceAll("(?m)^ {8}", "");
        List<String> examples = List.of(Files.readString(PAGE).split(FENCE));

        assertThat(examples).hasSize(EXAMPLE_COUNT + 1);
        for (String example : examples.subList(1, examples.size())) {
            assertThat(source).contains(example.substring(0, example.indexOf("```")));
        }
    }
}
