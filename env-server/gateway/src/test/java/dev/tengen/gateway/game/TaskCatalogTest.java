package dev.tengen.gateway.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.Tasks;
import dev.tengen.game.Setup;
import dev.tengen.gateway.game.TaskCatalog.Split;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskCatalogTest {
    @Test
    @Tag("full")
    void task_everyOne_canBeStarted() {
        for (Split split : Split.values()) {
            for (int index = 0; index < TaskCatalog.count(split); index++) {
                GameOptions options =
                        GameOptionsReader.read(TaskCatalog.task(split, index).reset());
                assertThat(position(options)).isNotNull();
            }
        }
    }

    @Test
    @Tag("full")
    void splits_positionsUpToSymmetryAndColors_areDisjoint() {
        assertDisjoint(Split.TRAIN, Split.VALIDATION, Split.TEST);
        assertDisjoint(Split.BOARDS_TRAIN, Split.BOARDS_VALIDATION, Split.BOARDS_TEST);
    }

    private static void assertDisjoint(Split... splits) {
        Set<String> all = new HashSet<>();
        int total = 0;
        for (Split split : splits) {
            Set<String> positions = canonicalPositions(split);
            assertThat(positions).as(split.text()).hasSizeGreaterThan(10);
            total += positions.size();
            all.addAll(positions);
        }
        assertThat(all).hasSize(total).hasSizeGreaterThan(150);
    }

    @Test
    void range_everySplit_isInTheOrderOfLevels() {
        for (Split split : Split.values()) {
            List<Integer> levels = TaskCatalog.range(split, 0, TaskCatalog.count(split)).stream()
                    .map(TaskCatalog.Task::level)
                    .toList();

            assertThat(levels).as(split.text()).isSorted().startsWith(1);
        }
    }

    @Test
    void task_ofABoard_hasTheColorToMove() {
        for (TaskCatalog.Task task : TaskCatalog.range(Split.BOARDS_TEST, 0, TaskCatalog.count(Split.BOARDS_TEST))) {
            GameOptions options = GameOptionsReader.read(task.reset());

            assertThat(options.agentColor()).isEqualTo(options.setup().playerToMove());
            assertThat(task.goal()).containsPattern("(wins|loses) by [1-9]\\.$|is a tie\\.$");
        }
    }

    private static Set<String> canonicalPositions(Split split) {
        Set<String> positions = new HashSet<>();
        for (TaskCatalog.Task task : TaskCatalog.range(split, 0, TaskCatalog.count(split))) {
            positions.add(canonical(position(GameOptionsReader.read(task.reset()))));
        }
        return positions;
    }

    private static Setup position(GameOptions options) {
        return options.task()
                .map(name -> Tasks.named("task", name, options.grid())
                        .episode(options.seed().orElseThrow(), TaskOptions.OPEN)
                        .setup())
                .orElse(options.setup());
    }

    /** Returns the least text of a position under all symmetries, with the colors as they are and exchanged. */
    private static String canonical(Setup setup) {
        String least = null;
        for (Symmetry symmetry : Symmetry.values()) {
            for (boolean isSwapped : List.of(false, true)) {
                String text = text(setup, symmetry, isSwapped);
                least = least == null || text.compareTo(least) < 0 ? text : least;
            }
        }
        return String.valueOf(least);
    }

    private static String text(Setup setup, Symmetry symmetry, boolean isSwapped) {
        Grid grid = setup.grid();
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        PointSet black = isSwapped ? setup.white() : setup.black();
        PointSet white = isSwapped ? setup.black() : setup.white();
        StringBuilder text = new StringBuilder().append(grid).append(':');
        for (int point = 0; point < grid.pointCount(); point++) {
            int turned = map.turned(point);
            int color = black.contains(turned) ? Color.BLACK : white.contains(turned) ? Color.WHITE : Color.EMPTY;
            text.append(".XO".charAt(color));
        }
        return text.toString();
    }
}
