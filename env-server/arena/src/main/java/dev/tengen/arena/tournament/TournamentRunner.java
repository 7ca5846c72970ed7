package dev.tengen.arena.tournament;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the games of a tournament, several at once, and records them in a journal. */
final class TournamentRunner {
    /*
     * The thread that runs the tournament starts games and records their ends. Only it uses the scheduler and the
     * journal; other threads send it events. A few workers create seats and offer first turns; players that move at
     * once play their whole game there. No thread waits for a game, so a thousand games of slow players cost no
     * threads.
     */
    private static final int MAX_WORKERS = 16;

    private static final int IDLE_WORKER_SECONDS = 5;

    private static final String LEASE_LOST = "this process has lost its lease on the game";

    private final TournamentConfig config;
    private final TimeSource time;
    private final StoreJournal journal;
    private final BlockingDeque<Runnable> events = new LinkedBlockingDeque<>();
    private final Queue<Entrant> arrivals = new ConcurrentLinkedQueue<>();
    private final SeatReservations reservations;
    private final Set<RefereedGame> games = ConcurrentHashMap.newKeySet();
    private final ExecutorService workers;
    private int runningCount;
    private boolean isSyncDue;
    private boolean isStarted;
    private volatile Mode mode = Mode.PLAYING;

    /** Increases when the lease of this worker is lost. Games that started before do not count. */
    private final AtomicInteger generation = new AtomicInteger();

    private Runnable cancelSync = () -> {};

    TournamentRunner(TournamentConfig config, TimeSource time, StoreJournal journal) {
        this.config = config;
        this.time = time;
        this.journal = journal;
        reservations = new SeatReservations(config.entrants(), time, this::wakeUp);
        workers = workers(Math.min(MAX_WORKERS, config.concurrency()));
    }

    private static ExecutorService workers(int count) {
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                count,
                count,
                IDLE_WORKER_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new ThreadFactoryBuilder()
                        .setNameFormat("tournament")
                        .setDaemon(true)
                        .build());
        workers.allowCoreThreadTimeOut(true);
        return workers;
    }

    /**
     * Marks the tournament as started.
     *
     * @throws IllegalStateException if it was started before
     */
    synchronized void requireFirstRun() {
        if (isStarted) {
            throw new IllegalStateException("the tournament was run before");
        }
        isStarted = true;
    }

    /**
     * Plays all games that are left, and returns how the tournament ended. {@link #requireFirstRun} must have returned.
     * If the journal throws, a seat cannot be created or this thread is interrupted, games in progress are cancelled
     * and not recorded.
     */
    Mode run() throws InterruptedException {
        List<Runnable> presences = new ArrayList<>();
        config.entrants().forEach(entrant -> presences.add(entrant.onPresence(this::wakeUp)));
        try {
            GameScheduler scheduler = journal.open(this::wakeUpToSync);
            config.entrants().forEach(entrant -> scheduler.join(entrant.name()));
            scheduleSync(scheduler);
            advance(scheduler, () -> {});
            while (runningCount > 0 || mode == Mode.PLAYING) {
                advance(scheduler, events.take());
                for (Entrant entrant = arrivals.poll(); entrant != null; entrant = arrivals.poll()) {
                    presences.add(entrant.onPresence(this::wakeUp));
                    reservations.add(entrant);
                    scheduler.join(entrant.name());
                    wakeUp();
                }
            }
            return mode;
        } finally {
            stop();
            cancelSync.run();
            presences.forEach(Runnable::run);
            workers.shutdownNow();
            reservations.releaseAll();
            journal.close();
        }
    }

    /** Adds a player of an endless tournament, from any thread. */
    void add(Entrant entrant) {
        arrivals.add(entrant);
        wakeUp();
    }

    /** Handles {@code event}, and starts the games that can start then. */
    private void advance(GameScheduler scheduler, Runnable event) {
        try {
            event.run();
            if (isSyncDue && mode == Mode.PLAYING) {
                isSyncDue = false;
                journal.sync(scheduler);
                scheduleSync(scheduler);
            }
            startGames(scheduler);
            if (mode == Mode.PLAYING && runningCount == 0 && scheduler.isEmpty()) {
                finish();
            }
        } catch (StoreJournal.ClosedException e) {
            if (e.isCancelled()) {
                cancel();
            } else {
                interrupt(Mode.ENDED, () -> {});
            }
        } catch (StoreJournal.LeaseLostException e) {
            dropGames(scheduler);
        }
    }

    private void finish() {
        if (journal.finish()) {
            interrupt(Mode.ENDED, () -> {});
        } else {
            wakeUpToSync();
        }
    }

    private void scheduleSync(GameScheduler scheduler) {
        cancelSync.run();
        Duration interval = journal.syncInterval(scheduler);
        if (!interval.isZero()) {
            cancelSync = time.schedule(time.nanoTime() + interval.toNanos(), this::wakeUpToSync);
        }
    }

    private void wakeUpToSync() {
        events.add(() -> isSyncDue = true);
    }

    /** Drops all games in progress, since the lease on them is lost, and continues with a new lease. */
    private void dropGames(GameScheduler scheduler) {
        generation.incrementAndGet();
        games.forEach(game -> game.cancel(LEASE_LOST));
        scheduler.loseAll();
        journal.renewLease();
        wakeUpToSync();
    }

    private void startGames(GameScheduler scheduler) {
        while (mode == Mode.PLAYING && runningCount < config.concurrency()) {
            journal.sync(scheduler);
            Optional<GamePlan> plan = scheduler.take(reservations.absent());
            if (plan.isEmpty()) {
                return;
            }
            if (!reservations.reserve(plan.get())) {
                scheduler.putBack(plan.get());
                continue;
            }
            if (begin(plan.get())) {
                int started = generation.get();
                runningCount++;
                workers.execute(() -> play(scheduler, plan.get(), started));
            } else {
                scheduler.leaveElsewhere(plan.get());
            }
        }
    }

    /** Claims a game whose players are reserved. If this fails, releases them. */
    private boolean begin(GamePlan plan) {
        boolean isClaimed = false;
        try {
            isClaimed = journal.begin(plan);
            return isClaimed;
        } finally {
            if (!isClaimed) {
                reservations.release(plan);
            }
        }
    }

    /** Starts a game, in a worker thread. */
    private void play(GameScheduler scheduler, GamePlan plan, int started) {
        try {
            RefereedGame game = create(plan);
            games.add(game);
            journal.started(plan, game);
            if (mode != Mode.PLAYING) {
                game.cancel(mode.reason); // interrupt() may have run before the game was in the set.
            } else if (started != generation.get()) {
                game.cancel(LEASE_LOST);
            }
            CompletableFuture<GameReport> report = game.start();
            var unused = report.thenRun(() -> {
                games.remove(game);
                events.add(() -> end(scheduler, plan, report.join(), started));
            });
        } catch (RuntimeException | Error e) {
            events.add(() -> {
                throw e;
            });
        }
    }

    private RefereedGame create(GamePlan plan) {
        PlannedGame planned = plan.game();
        GameSpec spec = config.game(planned);
        Seat black = sit(plan, spec, Color.BLACK);
        try {
            Seat white = sit(plan, spec, Color.WHITE);
            return new RefereedGame(plan.id(), planned.pair(), spec, black, white, time, config.adjudicator());
        } catch (RuntimeException | Error e) {
            black.over(GameOutcome.withoutResult(Verdict.CANCELLATION, "the other player could not be seated"));
            throw e;
        }
    }

    private Seat sit(GamePlan plan, GameSpec spec, int color) {
        String player = plan.player(color);
        if (mode != Mode.PLAYING) {
            return PlayerSeat.absent(player, mode.reason); // Do not start a program for a cancelled game.
        }
        String opponent = plan.player(Color.opponent(color));
        long seed = plan.seed(config.seed(), color);
        return reservations
                .sit(player, new SeatRequest(plan.id(), journal.tournament(), color, opponent, spec, seed))
                .orElseGet(() -> PlayerSeat.absent(player, mode.reason));
    }

    private void end(GameScheduler scheduler, GamePlan plan, GameReport report, int started) {
        runningCount--;
        boolean isCancelled = report.outcome().verdict() == Verdict.CANCELLATION;
        if ((isCancelled && mode.dropsGames) || started != generation.get()) {
            return; // The next run, or any worker, replays the game, or has played it.
        }
        journal.ended(plan, report);
        scheduler.done(plan, report.result());
    }

    /** Cancels the tournament, from any thread: no more games start, and games in progress become void. */
    void cancel() {
        interrupt(Mode.CANCELLED, journal::cancel);
    }

    /**
     * Stops without a change to the journal, from any thread: no more games start, and games in progress are dropped.
     */
    void stop() {
        interrupt(Mode.STOPPED, () -> {});
    }

    private void interrupt(Mode how, Runnable event) {
        synchronized (this) {
            if (mode != Mode.PLAYING) {
                return;
            }
            events.addFirst(event); // Before the end of any game that ends because of it.
            mode = how;
        }
        // The thread may have taken the event before the mode was set, and may be waiting.
        wakeUp();
        games.forEach(game -> game.cancel(how.reason));
    }

    /** Makes the thread look again for games that can start. */
    private void wakeUp() {
        events.add(() -> {});
    }

    /** How a tournament ends. */
    enum Mode {
        /** It is running. */
        PLAYING("", false),
        /** It was cancelled. Its games in progress are recorded as void. */
        CANCELLED("the tournament was cancelled", false),
        /** All its games have results. If a game is in progress here, another worker has played it. */
        ENDED("the tournament has ended", true),
        /** It was stopped, and can be resumed. */
        STOPPED("the tournament was stopped", true);

        private final String reason;
        private final boolean dropsGames;

        Mode(String reason, boolean dropsGames) {
            this.reason = reason;
            this.dropsGames = dropsGames;
        }
    }
}
