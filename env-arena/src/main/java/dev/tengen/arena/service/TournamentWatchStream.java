package dev.tengen.arena.service;

import dev.tengen.arena.convert.StandingsConverter;
import dev.tengen.arena.convert.TournamentConverter;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.DrainHooks;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;

/**
 * A stream that tells how a tournament goes. One message is made at a time, of how it stands by then, once the stream can take
 * it and some time after the one before: so a slow reader costs nothing, and games that end by the hundred do not cost a table
 * each. Thread-safe.
 */
final class TournamentWatchStream {
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    private final Arena arena;
    private final String name;
    private final StoreCallExecutor threads;
    private final DrainHooks drainHooks;
    private final TimeSource time;
    private final ServerCallStreamObserver<WatchTournamentResponse> observer;
    private final Runnable ending = this::shutDown;
    private Runnable unwatch = () -> {};
    private Runnable alarm = () -> {};
    private boolean isChanged = true;
    private boolean isBusy;
    private boolean isDone;

    private TournamentWatchStream(
            Arena arena,
            String name,
            StoreCallExecutor threads,
            DrainHooks drainHooks,
            ServerCallStreamObserver<WatchTournamentResponse> observer) {
        this.arena = arena;
        this.name = name;
        this.threads = threads;
        this.drainHooks = drainHooks;
        this.observer = observer;
        time = arena.time();
    }

    /** Tells {@code observer} of the tournament called {@code name} until it is over, or either ends. */
    static void open(
            Arena arena,
            String name,
            StoreCallExecutor threads,
            DrainHooks drainHooks,
            StreamObserver<WatchTournamentResponse> observer) {
        TournamentWatchStream watch = new TournamentWatchStream(
                arena, name, threads, drainHooks, (ServerCallStreamObserver<WatchTournamentResponse>) observer);
        watch.observer.setOnReadyHandler(watch::proceed);
        watch.observer.setOnCancelHandler(() -> watch.finish(() -> {}));
        watch.begin();
    }

    private void begin() {
        synchronized (this) {
            unwatch = arena.watch(name, this::changed);
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
            threads.execute(this::tell);
        } catch (CallException e) {
            fail(e);
        }
    }

    private void tell() {
        synchronized (this) {
            isChanged = false; // What changes from here on is told by the next message.
        }
        TournamentView view;
        WatchTournamentResponse.Builder message = WatchTournamentResponse.newBuilder();
        try {
            view = arena.tournament(name);
            message.setTournament(TournamentConverter.toProto(view));
            arena.standings(name).ifPresent(standings -> message.setStandings(StandingsConverter.toProto(standings)));
        } catch (RuntimeException | Error e) {
            fail(e);
            return;
        }
        synchronized (this) {
            if (isDone) {
                return;
            }
            observer.onNext(message.build());
            alarm = time.schedule(time.nanoTime() + PAUSE_NANOS, this::goOn);
        }
        if (view.phase().isOver()) {
            finish(observer::onCompleted);
        }
    }

    private void goOn() {
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

    private void finish(Runnable farewell) {
        synchronized (this) {
            if (isDone) {
                return;
            }
            isDone = true;
            farewell.run();
            alarm.run();
            unwatch.run();
        }
        drainHooks.remove(ending);
    }
}
