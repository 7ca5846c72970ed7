package dev.tengen.server.service;

import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.Batches;
import io.grpc.stub.StreamObserver;

/** {@code tengen.v1.BatchService}. Thread-safe. */
public final class BatchService extends BatchServiceGrpc.BatchServiceImplBase {
    private final Batches batches;

    /** Makes the service of {@code batches}. */
    public BatchService(Batches batches) {
        this.batches = batches;
    }

    @Override
    public StreamObserver<RunRequest> run(StreamObserver<RunResponse> observer) {
        return AnsweredStream.open(new BatchConversation(batches), batches.endings(), observer);
    }
}
