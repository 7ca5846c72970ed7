package dev.tengen.server.service;

import dev.tengen.env.Environment;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.convert.EpisodeConverter;
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
final class WatchStream implements SessionWatcher, SessionCalls.Caller {
    private final ServerCallStreamObserver<WatchResponse> observer;
    private final CallContext context = CallContext.current();
    private final CallToken token = context.newToken();
    private @Nullable WatchResponse latest;
    private boolean isEnded;
    private boolean isDone;

    private WatchStream(ServerCallStreamObserver<WatchResponse> observer) {
        this.observer = observer;
    }

    /**
     * Returns a stream to {@code observer}, which has no session yet. It must be called before the method of the
     * service returns.
     */
    static WatchStream open(ServerCallStreamObserver<WatchResponse> observer) {
        WatchStream stream = new WatchStream(observer);
        observer.setOnReadyHandler(stream::send);
        observer.setOnCancelHandler(stream::cancel);
        return stream;
    }

    @Override
    public CallContext context() {
        return context;
    }

    @Override
    public CallToken token() {
        return token;
    }

    /**
     * Sends the changes of a session until either ends. Closes {@code lease} once the session knows the watcher, so
     * that it can expire.
     */
    void watch(SessionLease lease) {
        removeOnCancel(lease.session());
        lease.session().executor().execute(token, () -> watchNow(lease));
    }

    private void removeOnCancel(Session session) {
        token.onCancel(() -> session.removeWatcher(this));
    }

    private void watchNow(SessionLease lease) {
        try (lease) {
            token.run(() -> lease.session().addWatcher(this));
            if (isDone()) {
                lease.session().removeWatcher(this); // The client cancelled meanwhile.
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
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

    @Override
    public synchronized void fail(Throwable error) {
        if (!isDone) {
            CallErrors.fail(observer, error);
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
