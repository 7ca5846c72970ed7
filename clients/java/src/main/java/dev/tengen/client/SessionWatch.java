package dev.tengen.client;

import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.stub.ClientCalls;
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
    private final Call<WatchRequest, WatchResponse, WatchedState> call;

    private SessionWatch(
            Context.CancellableContext context,
            Iterator<WatchResponse> states,
            Call<WatchRequest, WatchResponse, WatchedState> call) {
        this.context = context;
        this.states = states;
        this.call = call;
    }

    static SessionWatch open(Channel channel, Call<WatchRequest, WatchResponse, WatchedState> call) {
        Context.CancellableContext context = Context.current().withCancellation();
        Context previous = context.attach();
        try {
            Iterator<WatchResponse> states = ClientCalls.blockingServerStreamingCall(
                    channel, call.method(), CallOptions.DEFAULT, call.request());
            return new SessionWatch(context, states, call);
        } finally {
            context.detach(previous);
        }
    }

    /** Waits for the next change and returns whether there is one: not once the session has ended. */
    @Override
    public boolean hasNext() {
        return Failures.translate(states::hasNext);
    }

    /** Waits for the next change and returns where the session stands. */
    @Override
    public WatchedState next() {
        return call.meaning().apply(Failures.translate(states::next));
    }

    /** Stops watching. */
    @Override
    public void close() {
        context.cancel(null);
    }
}
