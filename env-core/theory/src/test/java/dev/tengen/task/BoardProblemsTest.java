package dev.tengen.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoardProblemsTest {
    private static final Path FILE = Path.of("src/main/resources/dev/tengen/task", BoardProblems.RESOURCE);

    /** The file is what the solver finds. {@code -Dtengen.rewrite=true} writes it again. */
    @Test
    void all_areTheSolvedPositionsInWhichAMoveLosesPoints() throws IOException {
        List<BoardProblem> solved = BoardProblemSolver.solve(List.of(2, 3));
        if (Boolean.getBoolean("tengen.rewrite")) {
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, solved.stream().map(BoardProblem::line).toList());
        }

        assertThat(Files.readAllLines(FILE))
                .isEqualTo(solved.stream().map(BoardProblem::line).toList());
        assertThat(BoardProblems.all()).isEqualTo(solved).hasSizeGreaterThan(1000);
    }

    @Test
    void of_everySplit_hasAllLevelsInOrder() {
        for (TaskSplit split : TaskSplit.values()) {
            List<Integer> levels =
                    BoardProblems.of(split).stream().map(BoardProblem::level).toList();

            assertThat(levels)
                    .isSorted()
                    .containsAll(IntStream.rangeClosed(1, BoardProblem.LEVEL_COUNT)
                            .boxed()
                            .toList());
        }
        assertThat(BoardProblems.of(TaskSplit.TEST)).hasSizeGreaterThan(200);
    }

    @Test
    void level_fewerBestMoves_isGreater() {
        List<String> rows = List.of("..", "..");

        for (int legal = 1; legal <= 10; legal++) {
            for (int best = 1; best <= legal; best++) {
                int level = new BoardProblem(rows, 1, TaskSplit.TEST, 0, best, legal).level();
                double chance = (double) best / legal;

                assertThat(level)
                        .isEqualTo(chance > 0.5 ? 1 : chance > 0.34 ? 2 : chance > 0.25 ? 3 : chance > 0.17 ? 4 : 5);
            }
        }
    }
}
