package dev.tengen.arena.service;

import dev.tengen.arena.convert.StandingsConverter;
import dev.tengen.arena.convert.TournamentConverter;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.execution.DrainHooks;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;

/**
 * A stream of the states of a tournament. Each message has the present state; it is built when the stream is ready and
 * some time has passed since the last one. So a slow reader costs nothing, and a hundred games that end at once do not
 * cost a hundred standings. Thread-safe.
 */
final class TournamentWatchStream {
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    /**
     * The pause after a message that took long to build, in multiples of that time: a watcher takes a tenth of a
     * processor.
     */
    private static final int PAUSE_FACTOR = 9;

    private final Arena arena;
    private final String name;
    private final StoreCallExecutor executor;
    private final DrainHooks drainHooks;
    private final TimeSource time;
    private final ServerCallStreamObserver<WatchTournamentResponse> observer;
    private final Runnable ending = this::shutDown;
    private Runnable unwatch = () -> {};
    private Runnable cancelPause = () -> {};
    private boolean isChanged = true;
    private boolean isBusy;
    private boolean isDone;

    private TournamentWatchStream(
            Arena arena,
            String name,
            StoreCallExecutor executor,
            DrainHooks drainHooks,
            ServerCallStreamObserver<WatchTournamentResponse> observer) {
        this.arena = arena;
        this.name = name;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.observer = observer;
        time = arena.time();
    }

    /**
     * Sends the states of the tournament {@code name} to {@code observer}, until the tournament is over or the call
     * ends.
     */
    static void open(
            Arena arena,
            String name,
            StoreCallExecutor executor,
            DrainHooks drainHooks,
            StreamObserver<WatchTournamentResponse> observer) {
        TournamentWatchStream watch = new TournamentWatchStream(
                arena, name, executor, drainHooks, (ServerCallStreamObserver<WatchTournamentResponse>) observer);
        watch.observer.setOnReadyHandler(watch::proceed);
        watch.observer.setOnCancelHandler(() -> watch.finish(() -> {}));
        watch.begin();
    }

    private void begin() {
        synchronized (this) {
            unwatch = arena.watchers().watch(name, this::changed);
        }
        drainHooks.add(ending);
        proceed();
    }

    private void changed() {
        synchronized (this) {
            isChanged = true;
        }
        proceed();
    }

    private void proceed() {
        synchronized (this) {
            if (isDone || isBusy || !isChanged || !observer.isReady()) {
                return;
            }
            isBusy = true;
        }
        try {
            executor.execute(this::send);
        } catch (CallException e) {
            fail(e);
        }
    }

    private void send() {
        long start = time.nanoTime();
        synchronized (this) {
            isChanged = false; // Later changes are part of the next message.
        }
        TournamentView view;
        WatchTournamentResponse.Builder message = WatchTournamentResponse.newBuilder();
        try {
            view = arena.views().get(name);
            message.setTournament(TournamentConverter.toProto(view));
            arena.standings()
                    .of(name)
                    .ifPresent(standings -> message.setStandings(StandingsConverter.toProto(standings)));
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
            fail(e);
            return;
        }
        synchronized (this) {
            if (isDone) {
                return;
            }
            observer.onNext(message.build());
            long now = time.nanoTime();
            long pause = Math.max(PAUSE_NANOS, PAUSE_FACTOR * (now - start));
            cancelPause = time.schedule(now + pause, this::resume);
        }
        if (view.phase().isOver()) {
            finish(observer::onCompleted);
        }
    }

    private void resume() {
        synchronized (this) {
            isBusy = false;
        }
        proceed();
    }

    private void shutDown() {
        fail(CallException.shuttingDown());
    }

    private void fail(Throwable fault) {
        finish(() -> observer.onError(StatusConverter.toStatus(fault)));
    }

    private void finish(Runnable lastMessage) {
        synchronized (this) {
            if (isDone) {
                return;
            }
            isDone = true;
            lastMessage.run();
            cancelPause.run();
            unwatch.run();
        }
        drainHooks.remove(ending);
    }
}
