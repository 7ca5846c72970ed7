package dev.tengen.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.Environment;
import dev.tengen.env.Task;
import dev.tengen.env.TaskEpisode;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.Tasks;
import dev.tengen.game.Setup;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.player.Players;
import dev.tengen.solve.Oracle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceEpisodeSamplerTest {
    private static TaskEpisode episode(String name, int size, long seed) {
        return task(name, size).episode(seed, TaskOptions.OPEN);
    }

    private static Task task(String name, int size) {
        return Tasks.named("task", name, Grid.square(size));
    }

    /**
     * Names, first players and agents of the first seeds must be the same on every machine and in every later version.
     */
    @ParameterizedTest
    @CsvSource({"race-class0, 9", "race-class1:split=test, 9", "race-cgt:split=validation, 13", "race, 13"})
    void episode_sameSeed_isTheSame(String name, int size) {
        for (long seed = 0; seed < 10; seed++) {
            assertThat(episode(name, size, seed).options())
                    .isEqualTo(episode(name, size, seed).options());
        }
    }

    @ParameterizedTest
    @CsvSource({"race-class0, 9", "race-class1:split=test, 9", "race-cgt:split=validation, 13"})
    void episode_seedsTwoByTwo_areOnePositionWithBothFirstPlayers(String name, int size) {
        for (long seed = 0; seed < 20; seed += 2) {
            TaskEpisode one = episode(name, size, seed);
            TaskEpisode other = episode(name, size, seed + 1);

            assertThat(other.label()).isEqualTo(one.label());
            assertThat(other.setup().playerToMove())
                    .isEqualTo(Color.opponent(one.setup().playerToMove()));
        }
    }

    @Test
    void episode_itsOwnOptions_leadToItWhateverTheSeed() {
        for (long seed = 0; seed < 10; seed++) {
            TaskEpisode drawn = episode("race", 13, seed);

            TaskEpisode asked = task("race", 13).episode(seed + 1000, drawn.options());

            assertThat(asked.options()).isEqualTo(drawn.options());
            assertThat(asked.setup()).isEqualTo(drawn.setup());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "0, 1", "1, 2", "2, 2"})
    void episode_colorsAskedFor_areTaken(int agent, int first) {
        for (long seed = 0; seed < 10; seed++) {
            TaskEpisode drawn = task("race-class0", 9).episode(seed, new TaskOptions("", agent, first));

            if (agent != Color.EMPTY) {
                assertThat(drawn.agentColor()).isEqualTo(agent);
            }
            if (first != Color.EMPTY) {
                assertThat(drawn.setup().playerToMove()).isEqualTo(first);
            }
            assertThat(drawn.optimalValue(drawn.agentColor())).isNotNegative();
        }
    }

    /** No position is in two splits, under any symmetry and exchange of colors. */
    @ParameterizedTest
    @CsvSource({"race-class0, 9, 120", "race-class1, 9, 120", "race-cgt, 13, 40"})
    @Tag("full")
    void episode_splits_haveNoPositionInCommon(String name, int size, int count) {
        Map<List<Integer>, String> splits = new HashMap<>();
        Set<String> classes = new HashSet<>();
        for (String split : List.of("train", "validation", "test")) {
            for (long seed = 0; seed < 2L * count; seed += 2) {
                TaskEpisode drawn = episode(name + ":split=" + split, size, seed);
                assertThat(drawn.label().split()).isEqualTo(split);
                classes.add(drawn.label().taskClass());
                String before = splits.putIfAbsent(canonical(drawn.setup()), split);
                assertThat(before).as(drawn.label().id()).isIn(null, split);
            }
        }
        assertThat(classes).hasSize(1);
        assertThat(splits.values()).contains("train", "validation", "test");
        assertThat(splits).hasSizeGreaterThan(count / 4);
    }

    private static List<Integer> canonical(Setup setup) {
        List<List<Integer>> seen = new ArrayList<>();
        for (Symmetry symmetry : Symmetry.of(setup.grid())) {
            SymmetryMap map = SymmetryMap.of(symmetry, setup.grid());
            seen.add(coloring(setup.black(), setup.white(), map));
            seen.add(coloring(setup.white(), setup.black(), map));
        }
        return Collections.min(seen, (one, other) -> {
            for (int index = 0; index < one.size(); index++) {
                int order = Integer.compare(one.get(index), other.get(index));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        });
    }

    private static List<Integer> coloring(PointSet black, PointSet white, SymmetryMap map) {
        List<Integer> colors = new ArrayList<>(Collections.nCopies(map.grid().pointCount(), 0));
        black.forEach(point -> colors.set(map.turned(point), 1));
        white.forEach(point -> colors.set(map.turned(point), 2));
        return colors;
    }

    /** The oracle reaches the optimal value from both sides, and players who err reach less. */
    @ParameterizedTest
    @CsvSource({"race-class0, 9, 60", "race-class1, 9, 60", "race-cgt, 13, 30"})
    @Tag("full")
    void oracle_againstRandomAndItself_regretsNothing(String name, int size, int count) {
        Map<String, Integer> ends = new HashMap<>();
        int randomOptimal = 0;
        for (long seed = 0; seed < count; seed++) {
            Environment best = RaceEnvironments.open(name + ":split=test", size, new Oracle(), seed);
            SplitMix64 random = new SplitMix64(seed);
            while (!best.isOver()) {
                best.step(best.taskEpisode().orElseThrow().chooseMove(best.game(), random));
                assertThat(RaceEnvironments.info(best).isOracleOptimal()).contains(true);
            }
            assertThat(RaceEnvironments.info(best).regret()).as("seed " + seed).hasValue(0);
            ends.merge(best.endReason() + " " + RaceEnvironments.info(best).optimalValue(), 1, Integer::sum);

            Environment chance = RaceEnvironments.open(name + ":split=test", size, new Oracle(), seed);
            while (!chance.isOver()) {
                chance.step(Players.RANDOM.create(chance.game().grid()).chooseMove(chance.game(), random));
            }
            assertThat(RaceEnvironments.info(chance).regret().orElseThrow()).isNotNegative();
            randomOptimal += RaceEnvironments.info(chance).regret().orElseThrow() == 0 ? 1 : 0;
        }
        assertThat(ends.keySet()).containsExactlyInAnyOrder("TASK_DECIDED 1", "PASSES 0");
        assertThat(randomOptimal).isLessThan(count * 2 / 5);
    }

    @Test
    void episode_difficulty_isThatOfTheName() {
        for (long seed = 0; seed < 20; seed++) {
            TaskEpisode close = episode("race-class0:margin=0,traps=4", 9, seed);

            assertThat(close.label().margin()).hasValue(0);
        }
    }
}
