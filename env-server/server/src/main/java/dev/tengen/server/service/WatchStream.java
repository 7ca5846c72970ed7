package dev.tengen.server.service;

import dev.tengen.env.Environment;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.convert.EpisodeConverter;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionWatcher;
import io.grpc.stub.ServerCallStreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * A watcher that sends the changes of a session to a client. While the transport is not ready, only the latest state is
 * kept, so a slow reader costs the memory of one message.
 *
 * <p>Thread-safe: changes come from the threads of callers, readiness from that of the transport.
 */
final class WatchStream implements SessionWatcher {
    private final ServerCallStreamObserver<WatchResponse> observer;
    private final CallToken token = ClientConnections.newToken();
    private @Nullable WatchResponse latest;
    private boolean isEnded;
    private boolean isDone;

    private WatchStream(ServerCallStreamObserver<WatchResponse> observer) {
        this.observer = observer;
    }

    /** Returns a stream to {@code observer}, which has no session yet. It must be called before the method of the service returns. */
    static WatchStream open(ServerCallStreamObserver<WatchResponse> observer) {
        WatchStream stream = new WatchStream(observer);
        observer.setOnReadyHandler(stream::send);
        observer.setOnCancelHandler(stream::cancel);
        return stream;
    }

    /** Returns the token of the call. */
    CallToken token() {
        return token;
    }

    /** Sends the changes of a session until either ends. Closes {@code lease} once the session knows the watcher, so that it can expire. */
    void watch(SessionLease lease) {
        Session session = lease.session();
        token.onCancel(() -> session.removeWatcher(this));
        UnaryCalls.failOnError(
                observer,
                lease,
                () -> session.executor().execute(token, () -> {
                    try (lease) {
                        token.run(() -> session.addWatcher(this));
                        if (isDone()) {
                            session.removeWatcher(this); // The client cancelled meanwhile.
                        }
                    } catch (RuntimeException | Error e) {
                        fail(e);
                    }
                }));
    }

    private synchronized boolean isDone() {
        return isDone;
    }

    @Override
    public synchronized void changed(Environment environment) {
        if (!isDone) {
            latest = EpisodeConverter.watched(environment);
            send();
        }
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

    private void cancel() {
        synchronized (this) {
            isDone = true;
        }
        token.cancel();
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
