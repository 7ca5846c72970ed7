package dev.tengen.task;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.env.TaskLabel;
import dev.tengen.env.TaskOptions;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Samples the episodes of a {@link RaceTask}. */
final class RaceEpisodeSampler {
    /*
     * Seeds 2n and 2n + 1 give the same position; Black moves first with one of them and White with the other. So a
     * position is only accepted if some agent can lose something, no matter who moves first. If a color is requested,
     * that agent must be able to lose something with that first player.
     */

    /** Separates this random stream from those of opponents, symmetries and lanes, which start from the same seed. */
    private static final long SALT = 0x7261636520647261L;

    private static final int MAX_POINT_COUNT = 12;

    /** If this many trials fail, there is no such race: the rarest kind accepts about one in five trials. */
    private static final int MAX_TRIAL_COUNT = 10_000;

    private final RaceTask task;
    private final TaskOptions options;

    RaceEpisodeSampler(RaceTask task, TaskOptions options) {
        this.task = task;
        this.options = options;
    }

    /** Returns the episode of {@code seed}. */
    RaceEpisode episode(long seed) {
        SplitMix64 random = new SplitMix64(SplitMix64.mix((seed >>> 1) ^ SALT));
        int openFirst = 1 + (random.nextInt(2) ^ (int) (seed & 1));
        int first = options.firstPlayer() == Color.EMPTY ? openFirst : options.firstPlayer();
        PlacedRace placed = options.taskId().isEmpty() ? draw(random, first) : named();
        List<Integer> agents = agents(placed, first);
        int openAgent = agents.isEmpty() ? first : agents.get(random.nextInt(agents.size()));
        return new RaceEpisode(
                task, placed, first, options.agentColor() == Color.EMPTY ? openAgent : options.agentColor());
    }

    private PlacedRace named() {
        RaceLayout layout = RaceName.layout(options.taskId(), task.grid());
        boolean isOfTask = task.kind().classes().contains(layout.raceClass()) && layout.pointCount() <= MAX_POINT_COUNT;
        return Optional.of(layout)
                .filter(present -> isOfTask)
                .map(RaceEpisodeSampler::placedRace)
                .filter(RaceEpisodeSampler::isSolvedWithoutKo)
                .orElseThrow(() -> InvalidValueException.not(
                        "task_id",
                        "\"" + options.taskId() + "\"",
                        "a race of the family " + task.kind().family().name()));
    }

    private PlacedRace draw(SplitMix64 random, int wantedFirst) {
        for (int trial = 0; trial < MAX_TRIAL_COUNT; trial++) {
            List<RaceClass> classes = task.kind().classes();
            RaceClass raceClass = classes.get(random.nextInt(classes.size()));
            RaceLayout layout = new RaceLayoutGenerator(task.grid().width(), raceClass, MAX_POINT_COUNT).next(random);
            if (RaceSplit.of(layout) == task.split() && isClose(layout)) {
                PlacedRace placed = placedRace(layout);
                if (isSolvedWithoutKo(placed) && firstPlayers(wantedFirst).allMatch(first -> hasAgent(placed, first))) {
                    return placed;
                }
            }
        }
        throw InvalidValueException.not("task", "\"" + task.taskName() + "\"", "one that has races on " + task.grid());
    }

    private boolean isClose(RaceLayout layout) {
        return task.maxMargin().isEmpty()
                || RaceMargin.of(layout).orElse(0) <= task.maxMargin().getAsInt();
    }

    private IntStream firstPlayers(int wantedFirst) {
        boolean isOpen = options.firstPlayer() == Color.EMPTY && options.agentColor() == Color.EMPTY;
        return isOpen ? IntStream.of(Color.BLACK, Color.WHITE) : IntStream.of(wantedFirst);
    }

    private boolean hasAgent(PlacedRace placed, int first) {
        List<Integer> agents = agents(placed, first);
        return options.agentColor() == Color.EMPTY ? !agents.isEmpty() : agents.contains(options.agentColor());
    }

    private static PlacedRace placedRace(RaceLayout layout) {
        TaskLabel label = new TaskLabel(
                RaceName.of(layout),
                RaceKind.word(layout.raceClass()),
                RaceSplit.of(layout).word(),
                RaceMargin.of(layout));
        return new PlacedRace(label, layout.race());
    }

    /** Returns whether the race is solved and independent of ko, no matter who moves first. */
    private static boolean isSolvedWithoutKo(PlacedRace placed) {
        return IntStream.of(Color.BLACK, Color.WHITE)
                .allMatch(first ->
                        placed.solution(first).filter(RaceSolution::isKoFree).isPresent());
    }

    /** Returns the colors that can lose something in {@code placed} if {@code first} moves first. */
    private List<Integer> agents(PlacedRace placed, int first) {
        RaceSolution solution = placed.solution(first).orElseThrow();
        List<Integer> agents = new ArrayList<>();
        if (solution.value() >= 0 && isTrappy(placed, solution, placed.race().board())) {
            agents.add(first);
        }
        if (solution.value() <= 0 && hasTrappyOpening(placed, first, solution)) {
            agents.add(Color.opponent(first));
        }
        return agents;
    }

    private boolean isTrappy(PlacedRace placed, RaceSolution solution, Board board) {
        return solution.trapCount(placed.moveCount(board)) >= task.minTrapCount();
    }

    private boolean hasTrappyOpening(PlacedRace placed, int first, RaceSolution solution) {
        return solution.optimalMoves().stream().anyMatch(move -> isTrappyAfter(placed, first, move));
    }

    private boolean isTrappyAfter(PlacedRace placed, int first, int move) {
        Board board = placed.race().board().copy();
        boolean isPass = move == board.grid().pass();
        if (!isPass) {
            board.place(move, first);
        }
        if (!placed.isUndecided(board)) {
            return false;
        }
        return RaceOracle.solution(placed, board, Color.opponent(first), isPass)
                .filter(next -> isTrappy(placed, next, board))
                .isPresent();
    }
}
