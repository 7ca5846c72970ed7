package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.TournamentProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plays a tournament, several games at once, and keeps its reports in memory. {@link StoredTournamentRunner} keeps them in a store.
 *
 * <p>Between players whose moves depend on their seeds alone, without limits on time, and with pairs that are all known
 * beforehand, the reports do not depend on how many games are played at once.
 *
 * <pre>{@code
 * InMemoryTournamentRunner tournament = new InMemoryTournamentRunner(spec, time);
 * List<GameReport> reports = tournament.run(report -> System.out.println(report.outcome().result()));
 * List<GameResult> results = reports.stream().flatMap(report -> report.result().stream()).toList();
 * }</pre>
 */
public final class InMemoryTournamentRunner {
    private final TournamentConfig spec;
    private final List<Finished> finished = new ArrayList<>();
    private final TournamentRunner conductor;
    private volatile Consumer<GameReport> listener = report -> {};

    /** Makes a tournament whose clocks go by {@code time}. */
    public InMemoryTournamentRunner(TournamentConfig spec, TimeSource time) {
        this.spec = spec;
        conductor = new TournamentRunner(spec, time, new Memory());
    }

    /**
     * Plays all games and returns their reports in an order that does not depend on time: by meetings, then players. Each is given
     * to {@code listener} as soon as its game is over, one at a time, in this thread.
     *
     * <p>Where the listener throws, or this thread is interrupted, the tournament is cancelled. Throws {@link
     * IllegalStateException} where it was run before.
     */
    public List<GameReport> run(Consumer<GameReport> listener) throws InterruptedException {
        conductor.requireFirstRun();
        this.listener = listener;
        try {
            conductor.run();
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("the tournament was cancelled, since a game could not be played", e);
        }
        return finished.stream()
                .sorted(Comparator.comparing(Finished::plan))
                .map(Finished::report)
                .toList();
    }

    /** Ends the tournament: no other game begins, and those under way are void. From any thread. */
    public void cancel() {
        conductor.cancel();
    }

    private record Finished(GamePlan plan, GameReport report) {}

    private final class Memory implements TournamentJournal {
        @Override
        public GameScheduler open() {
            return new GameScheduler(spec.pairing(), TournamentProgress.NONE, List.of(), Memory::plan);
        }

        private static List<GamePlan> plan(PlannedPair pair) {
            return List.of(new GamePlan(pair, 0), new GamePlan(pair, 1));
        }

        @Override
        public void begin(GamePlan plan) {}

        @Override
        public void started(GamePlan plan, RefereedGame game) {}

        @Override
        public void ended(GamePlan plan, GameReport report) {
            finished.add(new Finished(plan, report));
            listener.accept(report);
        }

        @Override
        public void cancel() {}
    }
}
