package dev.tengen.server.service;

import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Watcher;
import io.grpc.stub.ServerCallStreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * A watcher at the other end of a stream. While the stream cannot take more, only the latest state is kept, so a slow
 * reader costs one message of memory.
 *
 * <p>Thread-safe: states come from the threads of callers, readiness from that of the transport.
 */
final class WatchStream implements Watcher {
    private final ServerCallStreamObserver<WatchResponse> observer;
    private @Nullable WatchResponse latest;
    private boolean isEnded;
    private boolean isDone;

    private WatchStream(ServerCallStreamObserver<WatchResponse> observer) {
        this.observer = observer;
    }

    /** Sends what happens in {@code session} to {@code observer} until either ends. */
    static void open(Session session, ServerCallStreamObserver<WatchResponse> observer) {
        WatchStream stream = new WatchStream(observer);
        observer.setOnReadyHandler(stream::send);
        observer.setOnCancelHandler(() -> {
            stream.cancel();
            session.removeWatcher(stream);
        });
        session.executor().execute(() -> {
            try {
                session.addWatcher(stream);
            } catch (RuntimeException | Error e) {
                stream.fail(e);
            }
        });
    }

    @Override
    public synchronized void changed(WatchResponse state) {
        latest = state;
        send();
    }

    @Override
    public synchronized void ended() {
        isEnded = true;
        send();
    }

    private synchronized void fail(Throwable error) {
        if (!isDone) {
            observer.onError(StatusConverter.toStatus(error));
            isDone = true;
        }
    }

    private synchronized void cancel() {
        isDone = true;
    }

    private synchronized void send() {
        if (isDone) {
            return;
        }
        WatchResponse state = latest;
        if (state != null && observer.isReady()) {
            observer.onNext(state);
            latest = null;
        }
        if (isEnded && latest == null) {
            observer.onCompleted();
            isDone = true;
        }
    }
}
