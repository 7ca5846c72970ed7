package dev.tengen.server.service;

import dev.tengen.proto.v1.EvaluateGroup;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.RestoreSlots;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.server.convert.SearchConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.search.SelfPlays;

/** Handles the requests of {@code SearchService.SelfPlay}. Thread-safe. */
final class SelfPlayHandler implements RequestStream.Handler<HostedSelfPlay, SelfPlayRequest, SelfPlayResponse> {
    private final SelfPlays selfPlays;
    private final Quotas quotas;

    /** Creates the handler of {@code selfPlays}, within {@code quotas}. */
    SelfPlayHandler(SelfPlays selfPlays, Quotas quotas) {
        this.selfPlays = selfPlays;
        this.quotas = quotas;
    }

    @Override
    public HostedSelfPlay open(SelfPlayRequest request, CallToken call) {
        if (!request.hasOpen()) {
            throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
        }
        OpenSelfPlay opening = request.getOpen();
        PrincipalUsage owner = quotas.of(CallContext.current().principal());
        MemoryReservation specBytes = selfPlays.reserveSpecs(owner, opening.getSpecsCount());
        try {
            return selfPlays.open(
                    call, owner, SearchConverter.toCore(opening, selfPlays.maxSlotCount(), selfPlays.seeds()));
        } finally {
            specBytes.close();
        }
    }

    @Override
    public void opened(HostedSelfPlay selfPlay, SelfPlayRequest request, StreamAnswer<SelfPlayResponse> answer) {
        answer.answered(SelfPlayResponse.newBuilder()
                .setSequence(request.getSequence())
                .setLayout(SearchConverter.layout(selfPlay.plan(), request.getOpen()))
                .build());
    }

    @Override
    public void handle(HostedSelfPlay selfPlay, SelfPlayRequest request, StreamAnswer<SelfPlayResponse> answer) {
        switch (request.getRequestCase()) {
            case EVALUATE -> evaluate(selfPlay, request, answer);
            case SAVE -> save(selfPlay, request, answer);
            case RESTORE -> restore(selfPlay, request, answer);
            default ->
                throw CallException.invalid(
                        "request",
                        request.getRequestCase(),
                        "EVALUATE, SAVE or RESTORE, which are what an open self-play takes");
        }
    }

    private static void evaluate(
            HostedSelfPlay selfPlay, SelfPlayRequest request, StreamAnswer<SelfPlayResponse> answer) {
        EvaluateGroup evaluate = request.getEvaluate();
        boolean isHalf = selfPlay.plan().isHalf();
        selfPlay.evaluate(
                evaluate.getGroup(),
                new HostedSelfPlay.GroupEvaluations(
                        SearchConverter.numbers("priors", evaluate.getPriors(), isHalf),
                        SearchConverter.numbers("values", evaluate.getValues(), isHalf)),
                evaluate.getIsPause(),
                answer.map(round -> SearchConverter.response(round, request.getSequence())));
    }

    private static void save(HostedSelfPlay selfPlay, SelfPlayRequest request, StreamAnswer<SelfPlayResponse> answer) {
        SaveSlots save = request.getSave();
        selfPlay.save(
                save.getFirstSlot(),
                save.getSlotCount(),
                answer.map(states -> SearchConverter.saved(states, request.getSequence())));
    }

    private static void restore(
            HostedSelfPlay selfPlay, SelfPlayRequest request, StreamAnswer<SelfPlayResponse> answer) {
        RestoreSlots restore = request.getRestore();
        selfPlay.restore(
                restore.getFirstSlot(),
                SearchConverter.states(restore),
                answer.map(count -> SelfPlayResponse.newBuilder()
                        .setSequence(request.getSequence())
                        .build()));
    }

    @Override
    public void close(HostedSelfPlay selfPlay) {
        selfPlay.close();
    }
}
