package dev.tengen.gateway.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TaskEpisode;
import dev.tengen.game.Game;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import dev.tengen.solve.Oracle;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import dev.tengen.task.BoardProblem;
import dev.tengen.task.BoardProblems;
import dev.tengen.task.TaskSplit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The regret of moves against what the solver says, and against the results of whole races. */
class MoveRegretTest {
    private static final SearchLimits LIMITS = SearchLimits.ofNodes(10_000_000);
    private static final int BOARD_POSITION_COUNT = 1000;
    private static final int RACE_COUNT = 300;
    private static final int RANDOM_ROUND_COUNT = 4;

    private static Environment environment(ObjectNode reset) {
        EnvironmentSpec spec =
                GameOptionsReader.read(reset.put("reward", "regret")).spec(name -> Players.named("opponent", name));
        return new Environment(spec, reset.path("seed").asLong());
    }

    /** Returns a legal action of the client, drawn from those that are no resignation. */
    private static int drawn(Environment environment, SplitMix64 random) {
        byte[] mask = environment.actionMaskOnBoard();
        List<Integer> legal = new ArrayList<>();
        for (int action = 0; action < environment.game().grid().moveCount(); action++) {
            if ((mask[action >> 3] >> (7 - (action & 7)) & 1) == 1) {
                legal.add(action);
            }
        }
        return legal.get(random.nextInt(legal.size()));
    }

    @Test
    void board_thousandPositions_isTheLossThatTheSolverFinds() {
        Grid grid = Grid.square(3);
        Solver solver = new Solver(grid);
        SplitMix64 random = new SplitMix64(1);
        double total = 0;
        int count = 0;
        int optimalCount = 0;
        for (int game = 0; count < BOARD_POSITION_COUNT; game++) {
            Environment environment = environment(GatewayJson.object()
                    .put("size", 3)
                    .put("seed", game)
                    .put("color", game % 2 == 0 ? "black" : "white"));
            while (!environment.isOver() && count < BOARD_POSITION_COUNT) {
                Game before = environment.game().copy();
                int action = drawn(environment, random);
                environment.step(action);
                double regret = MoveRegret.of(environment).orElseThrow();

                if (count % 10 == 0) {
                    Solution solution = solver.solve(before, LIMITS);
                    assertThat(regret == 0).isEqualTo(solution.bestMoves().contains(action));
                }
                assertThat(regret).isEqualTo(lost(solver, before, action));
                total += regret;
                optimalCount += regret == 0 ? 1 : 0;
                count++;
            }
        }
        assertThat(total / count).isCloseTo(1.31, within(0.01));
        assertThat(optimalCount).isBetween(100, 900);
    }

    /** Returns the difference of the margins that a solver proves before and after a move. */
    private static int lost(Solver solver, Game before, int action) {
        Game after = before.copy();
        after.playUnchecked(action);
        int gained = solver.margin(after, LIMITS).lower()
                - solver.margin(before, LIMITS).lower();
        return before.playerToMove() == Color.BLACK ? -gained : gained;
    }

    /** The first step from each of a thousand solved positions pays what the solver says that the move loses. */
    @Test
    @Tag("full")
    void boardProblems_thousandPositions_rewardIsTheLossThatTheSolverFinds() {
        Solver solver = new Solver(Grid.square(3));
        SplitMix64 random = new SplitMix64(4);
        int count = 0;
        int optimalCount = 0;
        for (TaskCatalog.Split split : List.of(TaskCatalog.Split.BOARDS_TRAIN, TaskCatalog.Split.BOARDS_TEST)) {
            for (TaskCatalog.Task task : TaskCatalog.range(split, 0, TaskCatalog.count(split))) {
                GameOptions options = GameOptionsReader.read(task.reset());
                Environment environment = environment(task.reset());
                if (options.grid() == solver.grid() && count < BOARD_POSITION_COUNT) {
                    Game before = environment.game().copy();
                    int action = drawn(environment, random);
                    environment.step(action);
                    Double reward = GameStep.ofStep(environment, options, Optional.empty())
                            .reward();

                    assertThat(reward).as(task.id()).isEqualTo(0.0 - lost(solver, before, action));
                    optimalCount += reward == 0 ? 1 : 0;
                    count++;
                }
            }
        }
        assertThat(count).isEqualTo(BOARD_POSITION_COUNT);
        assertThat(optimalCount).isBetween(300, 500);
    }

    @Test
    void boardProblems_perfectPlay_losesNothingAndReachesTheMargin() {
        SplitMix64 random = new SplitMix64(5);
        for (BoardProblem problem : BoardProblems.of(TaskSplit.TEST)) {
            Environment environment = environment(BoardSource.reset(problem));
            Player perfect = new Oracle().create(environment.game().grid());
            while (!environment.isOver()) {
                environment.step(perfect.chooseMove(environment.game(), random));
                assertThat(MoveRegret.of(environment)).hasValue(0);
            }
            double margin = environment.game().score().margin();

            assertThat(problem.playerToMove() == Color.BLACK ? margin : -margin).isEqualTo(problem.margin());
        }
    }

    /** The means are those of docs/reference/openenv.md. */
    @Test
    @Tag("full")
    void boardProblems_randomPlay_losesMoreOnHigherLevels() {
        SplitMix64 random = new SplitMix64(6);
        List<BoardProblem> problems = BoardProblems.of(TaskSplit.TEST);
        double[] ofFirstMoves = new double[BoardProblem.LEVEL_COUNT];
        double ofGames = 0;
        for (int round = 0; round < RANDOM_ROUND_COUNT; round++) {
            for (BoardProblem problem : problems) {
                Environment environment = environment(BoardSource.reset(problem));
                double sum = regretOfRandomMove(environment, random);
                ofFirstMoves[problem.level() - 1] += sum;
                while (!environment.isOver()) {
                    sum += regretOfRandomMove(environment, random);
                }
                ofGames += sum;
            }
        }
        int gameCount = RANDOM_ROUND_COUNT * problems.size();
        assertThat(Arrays.stream(ofFirstMoves).sum() / gameCount).isCloseTo(7.27, within(0.01));
        assertThat(ofGames / gameCount).isCloseTo(12.37, within(0.01));
        for (int level = 1; level <= BoardProblem.LEVEL_COUNT; level++) {
            ofFirstMoves[level - 1] /= RANDOM_ROUND_COUNT * countOf(problems, level);
        }
        assertThat(ofFirstMoves).containsExactly(new double[] {3.76, 6.69, 8.25, 9.17, 9.85}, within(0.01));
    }

    private static double regretOfRandomMove(Environment environment, SplitMix64 random) {
        environment.step(drawn(environment, random));
        return MoveRegret.of(environment).orElseThrow();
    }

    private static long countOf(List<BoardProblem> problems, int level) {
        return problems.stream().filter(problem -> problem.level() == level).count();
    }

    @Test
    @Tag("full")
    void races_randomPlay_sumsUpToTheRegretOfTheResult() {
        SplitMix64 random = new SplitMix64(2);
        double total = 0;
        int raceCount = 0;
        int moveCount = 0;
        for (int index = 0; index < RACE_COUNT; index++) {
            Environment environment =
                    environment(TaskCatalog.task(TaskCatalog.Split.TRAIN, index).reset());
            double sum = 0;
            while (!environment.isOver()) {
                environment.step(drawn(environment, random));
                sum += MoveRegret.of(environment).orElseThrow();
                moveCount++;
            }
            if (!environment.endReason().isTruncation()) {
                assertThat(sum)
                        .isEqualTo(environment.taskInfo().orElseThrow().regret().orElseThrow());
                total += sum;
                raceCount++;
            }
        }
        assertThat(raceCount).isGreaterThan(RACE_COUNT / 2);
        assertThat(moveCount).isGreaterThan(1000);
        assertThat(total / raceCount).isCloseTo(1.54, within(0.01));
    }

    @Test
    void races_perfectPlay_loseNothing() {
        SplitMix64 random = new SplitMix64(3);
        for (int index = 0; index < RACE_COUNT; index++) {
            Environment environment =
                    environment(TaskCatalog.task(TaskCatalog.Split.TRAIN, index).reset());
            Optional<TaskEpisode> task = environment.taskEpisode();
            while (!environment.isOver()) {
                environment.step(task.orElseThrow().chooseMove(environment.game(), random));
                assertThat(MoveRegret.of(environment)).hasValue(0);
            }
            assertThat(environment.taskInfo().orElseThrow().regret()).hasValue(0);
        }
    }

    @Test
    void resignation_losesAllThatWasLeft() {
        Environment board = environment(GatewayJson.object().put("size", 3));
        board.step(Environment.RESIGN);
        Environment race =
                environment(TaskCatalog.task(TaskCatalog.Split.TRAIN, 0).reset());
        int optimal = race.taskInfo().orElseThrow().optimalValue();
        race.step(Environment.RESIGN);

        assertThat(MoveRegret.of(board)).hasValue(18); // Black can win all nine points.
        assertThat(MoveRegret.of(race)).hasValue(optimal + 1);
    }
}
