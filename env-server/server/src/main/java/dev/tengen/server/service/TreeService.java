package dev.tengen.server.service;

import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.convert.TreeConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.Forest;
import dev.tengen.server.tree.Forests;
import io.grpc.stub.StreamObserver;
import java.util.List;

/** {@code tengen.v1.TreeService}. Thread-safe. */
public final class TreeService extends TreeServiceGrpc.TreeServiceImplBase
        implements RequestStream.Handler<Forest, ExpandRequest, ExpandResponse> {
    private final Forests forests;
    private final RootReader roots;
    private final SlowReaders slowReaders;
    private final Quotas quotas;

    /**
     * Creates the service of {@code forests}, whose trees may start from {@code sessions} and whose streams
     * {@code slowReaders} ends, within {@code quotas}.
     */
    public TreeService(Forests forests, Sessions sessions, SlowReaders slowReaders, Quotas quotas) {
        this.quotas = quotas;
        this.forests = forests;
        roots = new RootReader(sessions);
        this.slowReaders = slowReaders;
    }

    @Override
    public StreamObserver<ExpandRequest> expand(StreamObserver<ExpandResponse> observer) {
        return RequestStream.open(
                this, new RequestStream.Host(forests.drainHooks(), slowReaders, forests.budget()), observer);
    }

    @Override
    public Forest open(ExpandRequest request, CallToken call) {
        if (!request.hasOpen()) {
            throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
        }
        OpenForest wanted = request.getOpen();
        int nodeCount = TreeConverter.nodeCount(wanted, forests.maxNodeCount(), forests.defaultNodeCount());
        return forests.open(
                call,
                quotas.of(CallContext.current().principal()),
                nodeCount,
                () -> TreeConverter.toCore(wanted, nodeCount));
    }

    @Override
    public void opened(Forest forest, ExpandRequest request, StreamAnswer<ExpandResponse> answer) {
        answer.answered(TreeConverter.opened(forest, forests.maxTreeCount(), request.getSequence()));
    }

    @Override
    public void handle(Forest forest, ExpandRequest request, StreamAnswer<ExpandResponse> answer) {
        long sequence = request.getSequence();
        StreamAnswer<Forest.Result> result =
                errors(forest, answer, sequence).map(value -> TreeConverter.response(value, sequence));
        try {
            execute(forest, request, result);
        } catch (RuntimeException | Error e) {
            result.failed(e);
        }
    }

    private static StreamAnswer<ExpandResponse> errors(
            Forest forest, StreamAnswer<ExpandResponse> answer, long sequence) {
        return new RequestErrors<>(answer, error -> TreeConverter.failed(forest.status(), error, sequence));
    }

    private void execute(Forest forest, ExpandRequest request, StreamAnswer<Forest.Result> answer) {
        switch (request.getRequestCase()) {
            case PLANT -> plant(forest, request.getPlant(), answer);
            case EXPAND -> {
                ExpandNodes expand = request.getExpand();
                forest.expand(
                        expand.getParents().toByteArray(), expand.getActions().toByteArray(), answer);
            }
            case RELEASE -> forest.release(handles(request.getRelease().getNodesList()), answer);
            case REROOT -> forest.reroot(handles(request.getReroot().getNodesList()), answer);
            default ->
                throw CallException.invalid(
                        "request",
                        request.getRequestCase(),
                        "PLANT, EXPAND, RELEASE or REROOT, which are what an open forest takes");
        }
    }

    private void plant(Forest forest, PlantTrees plant, StreamAnswer<Forest.Result> answer) {
        roots.read(
                plant.getRootsList(),
                forest::reserveRoot,
                positions -> forest.plant(plant.getRootsCount(), positions, answer),
                answer::failed);
    }

    private static long[] handles(List<Long> nodes) {
        return nodes.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void close(Forest forest) {
        forest.close();
    }
}
