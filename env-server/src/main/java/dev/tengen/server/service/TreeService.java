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
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.Forest;
import dev.tengen.server.tree.Forests;
import io.grpc.stub.StreamObserver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code tengen.v1.TreeService}. Thread-safe. */
public final class TreeService extends TreeServiceGrpc.TreeServiceImplBase {
    private final Forests forests;
    private final Sessions sessions;

    /** Creates the service of {@code forests}, whose trees may start from {@code sessions}. */
    public TreeService(Forests forests, Sessions sessions) {
        this.forests = forests;
        this.sessions = sessions;
    }

    @Override
    public StreamObserver<ExpandRequest> expand(StreamObserver<ExpandResponse> observer) {
        return RequestStream.open(new Handler(), forests.drainHooks(), observer);
    }

    /** Handles the requests of a stream by its forest. */
    private final class Handler implements RequestStream.Handler<ExpandRequest, ExpandResponse> {
        private @Nullable Forest forest;

        @Override
        public boolean isOpen() {
            return forest != null;
        }

        @Override
        public void handle(ExpandRequest request, StreamAnswer<ExpandResponse> answer) {
            Forest open = forest;
            if (open == null) {
                answer.answered(open(request));
                return;
            }
            StreamAnswer<Forest.Result> result = answer(open, request.getSequence(), answer);
            try {
                handle(open, request, result);
            } catch (RuntimeException | Error e) {
                result.failed(e);
            }
        }

        private ExpandResponse open(ExpandRequest request) {
            if (!request.hasOpen()) {
                throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
            }
            OpenForest wanted = request.getOpen();
            int nodeCount = TreeConverter.nodeCount(wanted, forests.maxNodeCount(), forests.defaultNodeCount());
            Forest opened = forests.open(nodeCount, () -> TreeConverter.toCore(wanted, nodeCount));
            forest = opened;
            return TreeConverter.opened(opened, forests.maxTreeCount(), request.getSequence());
        }

        /** Returns a receiver that turns errors of a request into answers; other errors end the stream. */
        private static StreamAnswer<Forest.Result> answer(
                Forest forest, long sequence, StreamAnswer<ExpandResponse> answer) {
            return new StreamAnswer<>() {
                @Override
                public void answered(Forest.Result result) {
                    answer.answered(TreeConverter.response(result, sequence));
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

        private void handle(Forest open, ExpandRequest request, StreamAnswer<Forest.Result> answer) {
            switch (request.getRequestCase()) {
                case PLANT -> {
                    PlantTrees plant = request.getPlant();
                    open.plant(plant.getRootsCount(), () -> TreeConverter.roots(plant, this::ofSession), answer);
                }
                case EXPAND -> {
                    ExpandNodes expand = request.getExpand();
                    open.expand(
                            expand.getParents().toByteArray(),
                            expand.getActions().toByteArray(),
                            answer);
                }
                case RELEASE -> open.release(handles(request.getRelease().getNodesList()), answer);
                case REROOT -> open.reroot(handles(request.getReroot().getNodesList()), answer);
                default ->
                    throw CallException.invalid(
                            "request",
                            request.getRequestCase(),
                            "PLANT, EXPAND, RELEASE or REROOT, which are what an open forest takes");
            }
        }

        private TreeRoot ofSession(String id) {
            return sessions.find(id).read(TreeRoot::of);
        }

        private static long[] handles(List<Long> nodes) {
            return nodes.stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public void close() {
            Forest open = forest;
            if (open != null) {
                forest = null;
                open.close();
            }
        }
    }
}
