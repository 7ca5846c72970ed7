package dev.tengen.client.arena;

import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.StreamIterator;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.WatchTournamentRequest;

/**
 * The states of a watched tournament: the current state first, then the state after changes, until the tournament is
 * over. A slow reader skips states but always gets the latest.
 *
 * <p>{@link #hasNext} and {@link #next} wait for the next change. Not thread-safe, except for {@link #close}, which any
 * thread may call to end the waiting.
 */
public final class TournamentWatch extends StreamIterator<TournamentWatch.State> {
    /**
     * The state of a tournament.
     *
     * @param status the tournament and its progress
     * @param standings the ratings of its players
     */
    public record State(TournamentStatus status, ArenaStandings standings) {}

    TournamentWatch(Connection connection, String name) {
        super(
                connection,
                new Call<>(
                        ArenaServiceGrpc.getWatchTournamentMethod(),
                        WatchTournamentRequest.newBuilder().setName(name).build(),
                        response -> new State(
                                ArenaConverter.status(response.getTournament()),
                                ArenaConverter.standings(response.getStandings()))));
    }
}
