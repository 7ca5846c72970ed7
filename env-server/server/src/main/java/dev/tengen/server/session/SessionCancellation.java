package dev.tengen.server.session;

import dev.tengen.server.execution.CallToken;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/** Cancels the calls that run or wait on one session, on other threads than those of the transport. Thread-safe. */
public final class SessionCancellation {
    private final String sessionId;

    /** Guarded by this. */
    private final Set<CallToken> calls = new HashSet<>(1);

    private volatile boolean isClosing;

    /** Creates an object for the session called {@code sessionId}, which has no calls. */
    SessionCancellation(String sessionId) {
        this.sessionId = sessionId;
    }

    /** Begins {@code call}, which {@link #cancel} cancels until it {@linkplain #end ends}. */
    public synchronized void begin(CallToken call) {
        calls.add(call);
    }

    /** Ends {@code call}. */
    public synchronized void end(CallToken call) {
        calls.remove(call);
    }

    /** Cancels the calls that run or wait, because the session is about to be closed. */
    public void cancel() {
        isClosing = true;
        List<CallToken> open;
        synchronized (this) {
            open = List.copyOf(calls);
        }
        open.forEach(CallToken::cancel);
    }

    /**
     * Returns {@code work} on behalf of {@code call}. The returned function throws a
     * {@link dev.tengen.server.error.CallException} if the session was closed meanwhile, and a
     * {@link CancellationException} if the call was cancelled otherwise.
     */
    public <S, T> Function<S, T> cancellable(CallToken call, Function<S, T> work) {
        return input -> {
            try {
                return call.call(() -> work.apply(input));
            } catch (CancellationException e) {
                if (isClosing) {
                    throw SessionAccess.notFound(sessionId);
                }
                throw e;
            }
        };
    }
}
