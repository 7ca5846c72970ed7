package dev.tengen.server.service;

import dev.tengen.proto.v1.AddPositions;
import dev.tengen.proto.v1.AdvancePositions;
import dev.tengen.proto.v1.DeepenPositions;
import dev.tengen.proto.v1.EvaluatePositions;
import dev.tengen.proto.v1.ReadPositions;
import dev.tengen.proto.v1.SearchPositionsRequest;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.server.convert.PositionSearchConverter;
import dev.tengen.server.convert.SearchConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.search.HostedPositionSearch;
import dev.tengen.server.search.PositionSearches;
import dev.tengen.server.session.Sessions;

/** Handles the requests of {@code SearchService.SearchPositions}. Thread-safe. */
final class PositionSearchHandler
        implements RequestStream.Handler<HostedPositionSearch, SearchPositionsRequest, SearchPositionsResponse> {
    private final PositionSearches searches;
    private final RootReader roots;
    private final Quotas quotas;

    /**
     * Creates the handler of {@code searches}, whose positions may come from {@code sessions}, within {@code quotas}.
     */
    PositionSearchHandler(PositionSearches searches, Sessions sessions, Quotas quotas) {
        this.searches = searches;
        this.quotas = quotas;
        roots = new RootReader(sessions);
    }

    @Override
    public HostedPositionSearch open(SearchPositionsRequest request, CallToken call) {
        if (!request.hasOpen()) {
            throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
        }
        return searches.open(
                call,
                quotas.of(CallContext.current().principal()),
                PositionSearchConverter.toCore(request.getOpen(), searches.seeds()));
    }

    @Override
    public void opened(
            HostedPositionSearch search, SearchPositionsRequest request, StreamAnswer<SearchPositionsResponse> answer) {
        answer.answered(PositionSearchConverter.opened(search, searches.maxTreeCount(), request.getSequence()));
    }

    @Override
    public void handle(
            HostedPositionSearch search, SearchPositionsRequest request, StreamAnswer<SearchPositionsResponse> answer) {
        StreamAnswer<SearchPositionsResponse.Builder> responses = errors(search, request, answer)
                .map(response -> PositionSearchConverter.finished(response, search, request.getSequence()));
        try {
            execute(search, request, responses);
        } catch (RuntimeException | Error e) {
            responses.failed(e);
        }
    }

    private static StreamAnswer<SearchPositionsResponse> errors(
            HostedPositionSearch search, SearchPositionsRequest request, StreamAnswer<SearchPositionsResponse> answer) {
        return new RequestErrors<>(
                answer,
                error -> PositionSearchConverter.finished(
                        PositionSearchConverter.failed(error), search, request.getSequence()));
    }

    private void execute(
            HostedPositionSearch search,
            SearchPositionsRequest request,
            StreamAnswer<SearchPositionsResponse.Builder> answer) {
        switch (request.getRequestCase()) {
            case ADD -> add(search, request.getAdd(), answer);
            case DEEPEN -> {
                DeepenPositions deepen = request.getDeepen();
                search.deepen(
                        deepen.getPositionsList(),
                        PositionSearchConverter.simulationCount(deepen),
                        answer.map(PositionSearchConverter::response));
            }
            case EVALUATE -> evaluate(search, request.getEvaluate(), answer);
            case READ -> {
                ReadPositions read = request.getRead();
                search.read(
                        read.getPositionsList(),
                        PositionSearchConverter.query(read),
                        answer.map(PositionSearchConverter::reports));
            }
            case ADVANCE -> {
                AdvancePositions advance = request.getAdvance();
                search.advance(
                        advance.getPositionsList(),
                        advance.getActionsList(),
                        answer.map(PositionSearchConverter::states));
            }
            case RELEASE ->
                search.release(
                        request.getRelease().getPositionsList(),
                        answer.map(count -> SearchPositionsResponse.newBuilder()));
            default ->
                throw CallException.invalid(
                        "request",
                        request.getRequestCase(),
                        "ADD, DEEPEN, EVALUATE, READ, ADVANCE or RELEASE, which are what an open search takes");
        }
    }

    private void add(
            HostedPositionSearch search, AddPositions add, StreamAnswer<SearchPositionsResponse.Builder> answer) {
        roots.read(
                add.getRootsList(),
                search::reserveRoot,
                positions -> search.add(add.getRootsCount(), positions, answer.map(PositionSearchConverter::states)),
                answer::failed);
    }

    private static void evaluate(
            HostedPositionSearch search,
            EvaluatePositions evaluate,
            StreamAnswer<SearchPositionsResponse.Builder> answer) {
        boolean isHalf = search.plan().isHalf();
        search.evaluate(
                evaluate.getRound(),
                SearchConverter.numbers("priors", evaluate.getPriors(), isHalf),
                SearchConverter.numbers("values", evaluate.getValues(), isHalf),
                answer.map(PositionSearchConverter::response));
    }

    @Override
    public void close(HostedPositionSearch search) {
        search.close();
    }
}
