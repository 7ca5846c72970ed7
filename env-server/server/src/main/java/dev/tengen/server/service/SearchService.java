package dev.tengen.server.service;

import dev.tengen.proto.v1.SearchPositionsRequest;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.search.PositionSearches;
import dev.tengen.server.search.SearchHost;
import dev.tengen.server.search.SelfPlays;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** {@code tengen.v1.SearchService}. Thread-safe. */
public final class SearchService extends SearchServiceGrpc.SearchServiceImplBase {
    private final SelfPlayHandler selfPlayHandler;
    private final RequestStream.Host selfPlayHost;
    private final PositionSearchHandler positionHandler;
    private final RequestStream.Host positionHost;

    /**
     * Creates the service.
     *
     * @param selfPlays has the self-plays
     * @param positions has the searches of positions
     * @param sessions has the sessions from which positions may be taken
     * @param slowReaders ends the streams of clients that do not read
     * @param quotas limits what a principal uses
     */
    public SearchService(
            SelfPlays selfPlays,
            PositionSearches positions,
            Sessions sessions,
            SlowReaders slowReaders,
            Quotas quotas) {
        selfPlayHandler = new SelfPlayHandler(selfPlays, quotas);
        selfPlayHost = host(selfPlays.host(), slowReaders);
        positionHandler = new PositionSearchHandler(positions, sessions, quotas);
        positionHost = host(positions.host(), slowReaders);
    }

    private static RequestStream.Host host(SearchHost searches, SlowReaders slowReaders) {
        return new RequestStream.Host(searches.drainHooks(), slowReaders, searches.budget());
    }

    @Override
    public StreamObserver<SelfPlayRequest> selfPlay(StreamObserver<SelfPlayResponse> observer) {
        RequestStream<HostedSelfPlay, SelfPlayRequest, SelfPlayResponse> stream =
                RequestStream.open(selfPlayHandler, selfPlayHost, observer);
        LocalStream.offer(stream, Optional::of);
        return stream;
    }

    @Override
    public StreamObserver<SearchPositionsRequest> searchPositions(StreamObserver<SearchPositionsResponse> observer) {
        return RequestStream.open(positionHandler, positionHost, observer);
    }
}
