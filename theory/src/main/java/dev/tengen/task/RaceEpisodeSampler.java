package dev.tengen.task;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.TaskLabel;
import dev.tengen.env.TaskOptions;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws the episodes of a {@link RaceTask}. */
final class RaceEpisodeSampler {
    /*
     * Seeds 2n and 2n + 1 give the same position, in which Black moves first with one of them and White with the other. So a
     * position is drawn only if there is something to lose for somebody, whoever moves first; where a color is asked for, there
     * has to be something to lose for that agent with that first player.
     */

    /** Sets the draw apart from those of opponents, symmetries and lanes, which start from the same seed. */
    private static final long SALT = 0x7261636520647261L;

    private static final int MAX_POINT_COUNT = 12;

    /** Where this is not enough, there is no such race: about one in five is taken by what is least often found. */
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
        PlacedRace site = options.taskId().isEmpty() ? draw(random, first) : named();
        List<Integer> agents = agents(site, first);
        int openAgent = agents.isEmpty() ? first : agents.get(random.nextInt(agents.size()));
        return new RaceEpisode(
                task, site, first, options.agentColor() == Color.EMPTY ? openAgent : options.agentColor());
    }

    private PlacedRace named() {
        RaceLayout layout = RaceName.layout(options.taskId(), task.grid());
        boolean isOfTask = task.kind().classes().contains(layout.raceClass()) && layout.pointCount() <= MAX_POINT_COUNT;
        return Optional.of(layout)
                .filter(present -> isOfTask)
                .map(RaceEpisodeSampler::site)
                .filter(RaceEpisodeSampler::isSound)
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
                PlacedRace site = site(layout);
                if (isSound(site) && firstPlayers(wantedFirst).allMatch(first -> hasAgent(site, first))) {
                    return site;
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

    private boolean hasAgent(PlacedRace site, int first) {
        List<Integer> agents = agents(site, first);
        return options.agentColor() == Color.EMPTY ? !agents.isEmpty() : agents.contains(options.agentColor());
    }

    private static PlacedRace site(RaceLayout layout) {
        TaskLabel label = new TaskLabel(
                RaceName.of(layout),
                RaceKind.word(layout.raceClass()),
                RaceSplit.of(layout).word(),
                RaceMargin.of(layout));
        return new PlacedRace(label, layout.race());
    }

    /** Returns whether it is known what the race is worth, and no ko has a part in that, whoever moves first. */
    private static boolean isSound(PlacedRace site) {
        return IntStream.of(Color.BLACK, Color.WHITE)
                .allMatch(first ->
                        site.verdict(first).filter(RaceSolution::isKoFree).isPresent());
    }

    /** Returns the colors that have something to lose in {@code site}, in which {@code first} moves first. */
    private List<Integer> agents(PlacedRace site, int first) {
        RaceSolution verdict = site.verdict(first).orElseThrow();
        List<Integer> agents = new ArrayList<>();
        if (verdict.value() >= 0 && isTrappy(site, verdict, site.race().board())) {
            agents.add(first);
        }
        if (verdict.value() <= 0 && hasTrappyOpening(site, first, verdict)) {
            agents.add(Color.opponent(first));
        }
        return agents;
    }

    private boolean isTrappy(PlacedRace site, RaceSolution verdict, Board board) {
        return verdict.trapCount(site.moveCount(board)) >= task.minTrapCount();
    }

    private boolean hasTrappyOpening(PlacedRace site, int first, RaceSolution verdict) {
        return verdict.optimalMoves().stream().anyMatch(move -> isTrappyAfter(site, first, move));
    }

    private boolean isTrappyAfter(PlacedRace site, int first, int move) {
        Board board = site.race().board().copy();
        boolean isPass = move == board.grid().pass();
        if (!isPass) {
            board.place(move, first);
        }
        if (!site.isUndecided(board)) {
            return false;
        }
        return RaceOracle.verdict(site, board, Color.opponent(first), isPass)
                .filter(next -> isTrappy(site, next, board))
                .isPresent();
    }
}
