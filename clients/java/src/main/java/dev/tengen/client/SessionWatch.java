package dev.tengen.client;

import dev.tengen.proto.v1.WatchResponse;
import io.grpc.Context;
import java.util.Iterator;

/**
 * What a spectator sees: where a session stands, first now, then after each change. A spectator that reads slowly misses
 * states, never the latest. It ends when the session is closed or expires.
 *
 * <p>{@link #hasNext} and {@link #next} wait for the next change. Not thread-safe, but for {@link #close}, which any
 * thread may call to end the waiting.
 */
public final class SessionWatch implements Iterator<WatchedState>, AutoCloseable {
    private final Context.CancellableContext context;
    private final Iterator<WatchResponse> states;
    private final int actionCount;

    SessionWatch(Context.CancellableContext context, Iterator<WatchResponse> states, int actionCount) {
        this.context = context;
        this.states = states;
        this.actionCount = actionCount;
    }

    /** Waits for the next change and returns whether there is one: not once the session has ended. */
    @Override
    public boolean hasNext() {
        return Failures.translate(states::hasNext);
    }

    /** Waits for the next change and returns where the session stands. */
    @Override
    public WatchedState next() {
        return Messages.watched(Failures.translate(states::next), actionCount);
    }

    /** Stops watching. */
    @Override
    public void close() {
        context.cancel(null);
    }
}
