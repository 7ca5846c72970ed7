package dev.tengen.client;

import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.WatchTournamentRequest;
import dev.tengen.proto.v1.WatchTournamentResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;

/**
 * How a tournament goes: first how it stands, then how it does after changes, until it is over. Who reads slowly misses states,
 * never the latest.
 *
 * <p>{@link #hasNext} and {@link #next} wait for the next change. Not thread-safe, but for {@link #close}, which any thread may
 * call to end the waiting.
 */
public final class TournamentWatch implements Iterator<TournamentWatch.State>, AutoCloseable {
    private final Context.CancellableContext context;
    private final Iterator<WatchTournamentResponse> states;

    /**
     * How a tournament stands.
     *
     * @param status the tournament
     * @param standings the ratings of its players
     */
    public record State(TournamentStatus status, ArenaStandings standings) {}

    private TournamentWatch(Context.CancellableContext context, Iterator<WatchTournamentResponse> states) {
        this.context = context;
        this.states = states;
    }

    static TournamentWatch open(Channel channel, WatchTournamentRequest request) {
        Context.CancellableContext context = Context.current().withCancellation();
        Context previous = context.attach();
        try {
            return new TournamentWatch(
                    context,
                    ClientCalls.blockingServerStreamingCall(
                            channel, ArenaServiceGrpc.getWatchTournamentMethod(), CallOptions.DEFAULT, request));
        } finally {
            context.detach(previous);
        }
    }

    /** Waits for the next change and returns whether there is one: not once the tournament is over. */
    @Override
    public boolean hasNext() {
        return Failures.translate(states::hasNext);
    }

    /** Waits for the next change and returns how the tournament stands. */
    @Override
    public State next() {
        WatchTournamentResponse message = Failures.translate(states::next);
        return new State(
                ArenaMessages.status(message.getTournament()), ArenaMessages.standings(message.getStandings()));
    }

    /** Stops watching. */
    @Override
    public void close() {
        context.cancel(null);
    }
}
