package dev.tengen.server.service;

import dev.tengen.env.TreeRoot;
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
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.Forest;
import dev.tengen.server.tree.Forests;
import io.grpc.stub.StreamObserver;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** {@code tengen.v1.TreeService}. Thread-safe. */
public final class TreeService extends TreeServiceGrpc.TreeServiceImplBase
        implements RequestStream.Handler<Forest, ExpandRequest, ExpandResponse> {
    private final Forests forests;
    private final Sessions sessions;
    private final SessionCalls calls;
    private final SlowReaders slowReaders;
    private final Quotas quotas;

    /**
     * Creates the service of {@code forests}, whose trees may start from {@code sessions} and whose streams
     * {@code slowReaders} ends, within {@code quotas}.
     */
    public TreeService(Forests forests, Sessions sessions, SlowReaders slowReaders, Quotas quotas) {
        this.quotas = quotas;
        this.forests = forests;
        this.sessions = sessions;
        calls = new SessionCalls(sessions);
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
        StreamAnswer<Forest.Result> result = answer(forest, request.getSequence(), answer);
        try {
            execute(forest, request, result);
        } catch (RuntimeException | Error e) {
            result.failed(e);
        }
    }

    /** Returns a receiver that turns errors of a request into answers; other errors end the stream. */
    private static StreamAnswer<Forest.Result> answer(
            Forest forest, long sequence, StreamAnswer<ExpandResponse> answer) {
        StreamAnswer<Forest.Result> responses = answer.map(result -> TreeConverter.response(result, sequence));
        return new StreamAnswer<>() {
            @Override
            public void answered(Forest.Result result) {
                responses.answered(result);
            }

            @Override
            public void failed(Throwable error) {
                if (TreeConverter.isOfRequest(error)) {
                    answer.answered(TreeConverter.failed(forest.status(), error, sequence));
                } else {
                    answer.failed(error);
                }
            }
        };
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
        IntFunction<TreeRoot> roots = roots(plant, forest);
        Set<String> ids = new HashSet<>();
        for (var root : plant.getRootsList()) {
            ids.add(root.getSessionId());
        }
        calls.load(ids, () -> forest.plant(plant.getRootsCount(), roots, answer), answer::failed);
    }

    private IntFunction<TreeRoot> roots(PlantTrees plant, Forest forest) {
        Principal caller = CallContext.current().principal(); // Roots are read on other threads.
        return TreeConverter.roots(
                plant, (id, moreMoves) -> ofSession(caller, id, moreMoves, forest), forest::reserveRoot);
    }

    private TreeRoot ofSession(Principal caller, String id, int moreMoves, Forest forest) {
        return sessions.call(caller, id, session -> root(session, moreMoves, forest));
    }

    private static TreeRoot root(Session session, int moreMoves, Forest forest) {
        return session.read(environment -> {
            forest.reserveRoot(
                    environment.spec(), environment.game().moveNumber() + moreMoves, environment.proposalBytes());
            return TreeRoot.of(environment);
        });
    }

    private static long[] handles(List<Long> nodes) {
        return nodes.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void close(Forest forest) {
        forest.close();
    }
}
