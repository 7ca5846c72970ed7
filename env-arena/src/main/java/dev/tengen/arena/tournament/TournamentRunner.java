package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.board.Color;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Plays a tournament, several games at once, and has a ledger keep it. */
final class TournamentRunner {
    /*
     * The thread that runs the tournament decides what begins, and keeps what ended; nobody else touches agenda and ledger. What
     * happens elsewhere comes to it as news. A few workers seat players and offer first turns: players that move at once play
     * their whole game there. No thread waits for a game, so that a thousand games of slow players cost none.
     */
    private static final int MAX_WORKERS = 16;

    private static final int IDLE_WORKER_SECONDS = 5;

    private final TournamentConfig spec;
    private final TimeSource time;
    private final TournamentJournal ledger;
    private final BlockingDeque<Runnable> news = new LinkedBlockingDeque<>();
    private final SeatReservations places;
    private final Set<RefereedGame> games = ConcurrentHashMap.newKeySet();
    private final ExecutorService workers;
    private int underWayCount;
    private boolean isStarted;
    private volatile Mode mode = Mode.PLAYING;

    TournamentRunner(TournamentConfig spec, TimeSource time, TournamentJournal ledger) {
        this.spec = spec;
        this.time = time;
        this.ledger = ledger;
        places = new SeatReservations(spec.entrants(), time, () -> news.add(() -> {}));
        workers = workers(Math.min(MAX_WORKERS, spec.concurrency()));
    }

    private static ExecutorService workers(int count) {
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                count, count, IDLE_WORKER_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "tournament");
                    thread.setDaemon(true);
                    return thread;
                });
        workers.allowCoreThreadTimeOut(true);
        return workers;
    }

    /** Throws {@link IllegalStateException} but for the first time. */
    synchronized void requireFirstRun() {
        if (isStarted) {
            throw new IllegalStateException("the tournament was run before");
        }
        isStarted = true;
    }

    /**
     * Plays all games that are left, once {@link #requireFirstRun} has returned, and says how it came to an end. Where the ledger throws, a player cannot be seated or
     * this thread is interrupted, games that are under way are cancelled and not kept.
     */
    Mode run() throws InterruptedException {
        List<Runnable> presences = spec.entrants().stream()
                .map(entrant -> entrant.onPresence(() -> news.add(() -> {})))
                .toList();
        try {
            GameScheduler agenda = ledger.open();
            beginGames(agenda);
            while (underWayCount > 0 || (mode == Mode.PLAYING && !agenda.isEmpty())) {
                news.take().run();
                beginGames(agenda);
            }
            return mode;
        } finally {
            stop();
            presences.forEach(Runnable::run);
            workers.shutdownNow();
            places.freeAll();
        }
    }

    private void beginGames(GameScheduler agenda) {
        try {
            while (mode == Mode.PLAYING && underWayCount < spec.concurrency()) {
                Optional<GamePlan> plan = agenda.take(places.absent());
                if (plan.isEmpty()) {
                    return;
                }
                if (!places.reserve(plan.get())) {
                    agenda.putBack(plan.get());
                    continue;
                }
                ledger.begin(plan.get());
                underWayCount++;
                workers.execute(() -> play(agenda, plan.get()));
            }
        } catch (TournamentJournal.ClosedException e) {
            cancel();
        }
    }

    /** Begins a game, in a worker's thread. */
    private void play(GameScheduler agenda, GamePlan plan) {
        try {
            RefereedGame game = seat(plan);
            games.add(game);
            ledger.started(plan, game);
            if (mode != Mode.PLAYING) {
                game.cancel(mode.why); // Whoever set the mode may not have seen the game.
            }
            CompletableFuture<GameReport> over = game.start();
            var unused = over.thenRun(() -> {
                games.remove(game);
                news.add(() -> end(agenda, plan, over.join()));
            });
        } catch (RuntimeException | Error e) {
            news.add(() -> {
                throw e;
            });
        }
    }

    private RefereedGame seat(GamePlan plan) {
        PlannedGame planned = plan.game();
        GameSpec game = spec.game().withOpening(spec.openings().get(planned.opening()));
        Seat black = sit(plan, game, Color.BLACK);
        try {
            Seat white = sit(plan, game, Color.WHITE);
            return new RefereedGame(plan.id(), planned.pair(), game, black, white, time);
        } catch (RuntimeException | Error e) {
            black.over(GameOutcome.withoutResult(Verdict.CANCELLATION, "the other player could not be seated"));
            throw e;
        }
    }

    private Seat sit(GamePlan plan, GameSpec game, int color) {
        String player = plan.player(color);
        if (mode != Mode.PLAYING) {
            return PlayerSeat.absent(player, mode.why); // Programs take time to start, and nobody would play.
        }
        String opponent = plan.player(Color.opponent(color));
        long seed = plan.seed(spec.seed(), color);
        return places.sit(player, new SeatRequest(plan.id(), ledger.tournament(), color, opponent, game, seed))
                .orElseGet(() -> PlayerSeat.absent(player, mode.why));
    }

    private void end(GameScheduler agenda, GamePlan plan, GameReport report) {
        underWayCount--;
        if (mode == Mode.STOPPED && report.outcome().verdict() == Verdict.CANCELLATION) {
            return; // It will be played anew.
        }
        ledger.ended(plan, report);
        agenda.done(plan, report);
    }

    /** Gives the tournament up: no other game begins, and those under way are void. From any thread. */
    void cancel() {
        interrupt(Mode.CANCELLED, ledger::cancel);
    }

    /** Ends without a change of what is kept: no other game begins, and those under way are forgotten. From any thread. */
    void stop() {
        interrupt(Mode.STOPPED, () -> {});
    }

    private void interrupt(Mode how, Runnable task) {
        synchronized (this) {
            if (mode != Mode.PLAYING) {
                return;
            }
            news.addFirst(task); // Before the end of any game that ends because of it.
            mode = how;
        }
        news.add(() -> {}); // The task may have been taken before the mode was set: then nothing else would wake who
        // waits.
        games.forEach(game -> game.cancel(how.why));
    }

    /** What becomes of the tournament. */
    enum Mode {
        /** It goes on, or came to its end. */
        PLAYING(""),
        /** It is given up. */
        CANCELLED("the tournament was cancelled"),
        /** It waits for another time. */
        STOPPED("the tournament was stopped");

        private final String why;

        Mode(String why) {
            this.why = why;
        }
    }
}
