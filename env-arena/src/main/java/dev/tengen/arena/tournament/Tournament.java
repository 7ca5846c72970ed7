package dev.tengen.arena.tournament;

import dev.tengen.arena.game.ArenaGame;
import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Plays a tournament, several games at once.
 *
 * <p>Between players whose moves depend on their seeds alone, without limits on time, and with pairs that are all known
 * beforehand, the reports do not depend on how many games are played at once.
 *
 * <pre>{@code
 * Tournament tournament = new Tournament(spec, time);
 * List<GameReport> reports = tournament.run(report -> System.out.println(report.ending().result()));
 * List<GameResult> results = reports.stream().flatMap(report -> report.result().stream()).toList();
 * }</pre>
 */
public final class Tournament {
    private final TournamentSpec spec;
    private final TimeSource time;
    private final Agenda agenda;
    private final Set<ArenaGame> underWay = ConcurrentHashMap.newKeySet();
    private final List<Finished> finished = new ArrayList<>();
    private boolean isStarted;
    private volatile boolean isCancelled;

    /** Makes a tournament whose clocks go by {@code time}. */
    public Tournament(TournamentSpec spec, TimeSource time) {
        this.spec = spec;
        this.time = time;
        agenda = new Agenda(spec.pairing());
    }

    /**
     * Plays all games and returns their reports in an order that does not depend on time: by meetings, then players. Each is given
     * to {@code listener} as soon as its game is over, one at a time, in threads of the tournament.
     *
     * <p>Where the listener throws, or this thread is interrupted, the tournament is cancelled. Throws {@link
     * IllegalStateException} where it was run before.
     */
    public List<GameReport> run(Consumer<GameReport> listener) throws InterruptedException {
        synchronized (finished) {
            if (isStarted) {
                throw new IllegalStateException("the tournament was run before");
            }
            isStarted = true;
        }
        ExecutorService workers = Executors.newFixedThreadPool(spec.concurrency(), task -> {
            Thread thread = new Thread(task, "tournament");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Callable<Boolean> worker = () -> playAll(listener);
            List<Future<Boolean>> works = workers.invokeAll(Collections.nCopies(spec.concurrency(), worker));
            for (Future<Boolean> work : works) {
                await(work);
            }
        } finally {
            cancel();
            workers.shutdownNow();
        }
        synchronized (finished) {
            return finished.stream()
                    .sorted(Comparator.comparing(Finished::plan))
                    .map(Finished::report)
                    .toList();
        }
    }

    private static void await(Future<Boolean> work) throws InterruptedException {
        try {
            work.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the tournament was cancelled, since a game could not be played", e.getCause());
        }
    }

    /** Plays one game after another as long as there are any. */
    private boolean playAll(Consumer<GameReport> listener) throws InterruptedException {
        try {
            for (Optional<GamePlan> plan = agenda.take(); plan.isPresent(); plan = agenda.take()) {
                GameReport report = play(plan.get());
                agenda.done(plan.get(), report);
                synchronized (finished) {
                    finished.add(new Finished(plan.get(), report));
                    listener.accept(report);
                }
            }
            return true;
        } catch (InterruptedException | RuntimeException | Error e) {
            cancel();
            throw e;
        }
    }

    private GameReport play(GamePlan plan) throws InterruptedException {
        PlannedGame planned = plan.game();
        GameSpec game = spec.game().withOpening(spec.openings().get(planned.opening()));
        Seat black = sit(planned.black(), game, plan.seed(spec.seed(), Color.BLACK));
        Seat white = sit(planned.white(), game, plan.seed(spec.seed(), Color.WHITE));
        ArenaGame arena = new ArenaGame(plan.id(), planned.pair(), game, black, white, time);
        underWay.add(arena);
        try {
            if (isCancelled) {
                arena.cancel("the tournament was cancelled");
            }
            return arena.start().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("no report of game " + plan.id(), e);
        } finally {
            underWay.remove(arena);
        }
    }

    private Seat sit(String player, GameSpec game, long seed) {
        return spec.entrants().stream()
                .filter(entrant -> entrant.name().equals(player))
                .findFirst()
                .orElseThrow()
                .sit(game.opening().setup(), game.rules(), seed);
    }

    /** Ends the tournament: no other game begins, and those under way are void. From any thread. */
    public void cancel() {
        isCancelled = true;
        agenda.cancel();
        underWay.forEach(game -> game.cancel("the tournament was cancelled"));
    }

    private record Finished(GamePlan plan, GameReport report) {}
}
