package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Plays a tournament, several games at once, and keeps the reports in memory. {@link StoredTournamentRunner} keeps them in a
 * store.
 *
 * <p>The reports do not depend on the number of concurrent games if the moves of the players depend only on their seeds, there is
 * no time limit, and all pairs are known in advance.
 *
 * <pre>{@code
 * InMemoryTournamentRunner tournament = new InMemoryTournamentRunner(config, time);
 * List<GameReport> reports = tournament.run(report -> System.out.println(report.outcome().result()));
 * List<GameResult> results = reports.stream().flatMap(report -> report.result().stream()).toList();
 * }</pre>
 */
public final class InMemoryTournamentRunner {
    private final TournamentConfig config;
    private final List<Map.Entry<GamePlan, GameReport>> reports = new ArrayList<>();
    private final TournamentRunner runner;
    private volatile Consumer<GameReport> listener = report -> {};

    /** Creates a tournament whose clocks use {@code time}. */
    public InMemoryTournamentRunner(TournamentConfig config, TimeSource time) {
        this.config = config;
        runner = new TournamentRunner(config, time, new MemoryJournal());
    }

    /**
     * Plays all games, and returns their reports by meeting, then by players. Calls {@code listener} at the end of each game, one
     * at a time, in this thread. If the listener throws or this thread is interrupted, the tournament is cancelled.
     *
     * @throws IllegalStateException if a game could not be played, or the tournament was run before
     */
    public List<GameReport> run(Consumer<GameReport> listener) throws InterruptedException {
        runner.requireFirstRun();
        this.listener = listener;
        try {
            runner.run();
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("the tournament was cancelled, since a game could not be played", e);
        }
        return reports.stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Adds a player of an endless tournament, from any thread. */
    public void add(Entrant entrant) {
        runner.add(entrant);
    }

    /** Cancels the tournament, from any thread: no more games start, and games in progress become void. */
    public void cancel() {
        runner.cancel();
    }

    private final class MemoryJournal implements TournamentJournal {
        @Override
        public GameScheduler open(Runnable onLeaseLost) {
            return new GameScheduler(
                    config.pairing().begin(),
                    0,
                    List.of(),
                    (pairCount, pair) -> List.of(new GamePlan(pair, 0), new GamePlan(pair, 1)));
        }

        @Override
        public void ended(GamePlan plan, GameReport report) {
            reports.add(Map.entry(plan, report));
            listener.accept(report);
        }
    }
}
