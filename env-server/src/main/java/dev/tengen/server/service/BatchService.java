package dev.tengen.server.service;

import dev.tengen.env.LaneRows;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.StreamAnswer;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/** {@code tengen.v1.BatchService}. Thread-safe. */
public final class BatchService extends BatchServiceGrpc.BatchServiceImplBase {
    private final Batches batches;

    /** Creates the service of {@code batches}. */
    public BatchService(Batches batches) {
        this.batches = batches;
    }

    @Override
    public StreamObserver<RunRequest> run(StreamObserver<RunResponse> observer) {
        return RequestStream.open(new Handler(batches), batches.drainHooks(), observer);
    }

    /** Handles the requests of a stream by its batch. */
    private static final class Handler implements RequestStream.Handler<RunRequest, RunResponse> {
        private final Batches batches;
        private @Nullable Batch batch;

        Handler(Batches batches) {
            this.batches = batches;
        }

        @Override
        public boolean isOpen() {
            return batch != null;
        }

        @Override
        public void handle(RunRequest request, StreamAnswer<RunResponse> answer) {
            Batch open = batch;
            if (open == null) {
                open(request, answer);
                return;
            }
            StreamAnswer<LaneRows> rows =
                    answer.map(states -> response(request, states).build());
            switch (request.getRequestCase()) {
                case STEP -> {
                    StepBatch step = request.getStep();
                    open.step(step.getLanes().toByteArray(), step.getActions().toByteArray(), rows);
                }
                case RESET -> {
                    ResetBatch reset = request.getReset();
                    open.reset(reset.getLanes().toByteArray(), reset.getSeeds().toByteArray(), rows);
                }
                default ->
                    throw CallException.invalid(
                            "request", request.getRequestCase(), "STEP or RESET, which are what an open batch takes");
            }
        }

        private void open(RunRequest request, StreamAnswer<RunResponse> answer) {
            if (!request.hasOpen()) {
                throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
            }
            OpenBatch wanted = request.getOpen();
            int laneCount = BatchConverter.laneCount(wanted, batches.maxLaneCount());
            Batch opened = batches.open(laneCount, random -> BatchConverter.toCore(wanted, random));
            batch = opened;
            opened.open(answer.map(states -> response(request, states)
                    .setLayout(BatchConverter.layout(opened.lanes(), wanted))
                    .build()));
        }

        private static RunResponse.Builder response(RunRequest request, LaneRows rows) {
            return RunResponse.newBuilder().setSequence(request.getSequence()).setStates(BatchConverter.states(rows));
        }

        @Override
        public void close() {
            Batch open = batch;
            if (open != null) {
                batch = null;
                open.close();
            }
        }
    }
}
