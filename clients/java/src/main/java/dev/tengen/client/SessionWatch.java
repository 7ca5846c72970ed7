package dev.tengen.client;

import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.StreamIterator;

/**
 * The states of a watched session: the current state first, then the state after each change, until the session is
 * closed or expires. A slow reader skips states but always gets the latest.
 *
 * <p>{@link #hasNext} and {@link #next} wait for the next change. Not thread-safe, except for {@link #close}, which any
 * thread may call to end the waiting.
 */
public final class SessionWatch extends StreamIterator<WatchedState> {
    SessionWatch(Connection connection, Call<?, ?, WatchedState> call) {
        super(connection, call);
    }
}
