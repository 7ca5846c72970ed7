package dev.tengen.server.service;

import dev.tengen.env.LaneRows;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.Quotas;
import io.grpc.stub.StreamObserver;

/** {@code tengen.v1.BatchService}. Thread-safe. */
public final class BatchService extends BatchServiceGrpc.BatchServiceImplBase
        implements RequestStream.Handler<Batch, RunRequest, RunResponse> {
    private final Batches batches;
    private final SlowReaders slowReaders;
    private final Quotas quotas;

    /** Creates the service of {@code batches}, whose streams {@code slowReaders} ends, within {@code quotas}. */
    public BatchService(Batches batches, SlowReaders slowReaders, Quotas quotas) {
        this.batches = batches;
        this.slowReaders = slowReaders;
        this.quotas = quotas;
    }

    @Override
    public StreamObserver<RunRequest> run(StreamObserver<RunResponse> observer) {
        return RequestStream.open(this, batches.drainHooks(), slowReaders, batches.budget(), observer);
    }

    @Override
    public Batch open(RunRequest request, CallToken call) {
        if (!request.hasOpen()) {
            throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
        }
        int laneCount = BatchConverter.laneCount(request.getOpen(), batches.maxLaneCount());
        return batches.open(
                call,
                quotas.of(PrincipalContext.current()),
                laneCount,
                random -> BatchConverter.toCore(request.getOpen(), random));
    }

    @Override
    public void opened(Batch batch, RunRequest request, StreamAnswer<RunResponse> answer) {
        batch.open(answer.map(rows -> response(request, rows)
                .setLayout(BatchConverter.layout(batch.lanes(), request.getOpen()))
                .build()));
    }

    @Override
    public void handle(Batch batch, RunRequest request, StreamAnswer<RunResponse> answer) {
        StreamAnswer<LaneRows> rows =
                answer.map(states -> response(request, states).build());
        switch (request.getRequestCase()) {
            case STEP -> {
                StepBatch step = request.getStep();
                batch.step(
                        step.getLanes().toByteArray(),
                        step.getActions().toByteArray(),
                        BatchConverter.proposals(step),
                        rows);
            }
            case RESET -> {
                ResetBatch reset = request.getReset();
                batch.reset(reset.getLanes().toByteArray(), reset.getSeeds().toByteArray(), rows);
            }
            default ->
                throw CallException.invalid(
                        "request", request.getRequestCase(), "STEP or RESET, which are what an open batch takes");
        }
    }

    @Override
    public void close(Batch batch) {
        batch.close();
    }

    private static RunResponse.Builder response(RunRequest request, LaneRows rows) {
        return RunResponse.newBuilder().setSequence(request.getSequence()).setStates(BatchConverter.states(rows));
    }
}
