package dev.tengen.server.service;

import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.tree.Forests;
import io.grpc.stub.StreamObserver;

/** {@code tengen.v1.TreeService}. Thread-safe. */
public final class TreeService extends TreeServiceGrpc.TreeServiceImplBase {
    private final Forests forests;

    /** Makes the service of {@code forests}. */
    public TreeService(Forests forests) {
        this.forests = forests;
    }

    @Override
    public StreamObserver<ExpandRequest> expand(StreamObserver<ExpandResponse> observer) {
        return AnsweredStream.open(new TreeConversation(forests), forests.endings(), observer);
    }
}
