package dev.tengen.server.service;

import dev.tengen.env.LaneRows;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.batch.StoredBatch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.convert.JournalConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** {@code tengen.v1.BatchService}. Thread-safe. */
public final class BatchService extends BatchServiceGrpc.BatchServiceImplBase
        implements RequestStream.Handler<BatchStream, RunRequest, RunResponse> {
    /** How the operator turns journals on, as a sentence. */
    public static final String HOW_TO_ENABLE_JOURNALS =
            "Start the server with --store URL (TENGEN_SERVE_STORE), and with batches.";

    private final Batches batches;
    private final Optional<BatchJournals> journals;
    private final SlowReaders slowReaders;
    private final Quotas quotas;

    /**
     * Creates the service of {@code batches}, which may have {@code journals} if the server has a store, whose streams
     * {@code slowReaders} ends, within {@code quotas}.
     */
    public BatchService(Batches batches, Optional<BatchJournals> journals, SlowReaders slowReaders, Quotas quotas) {
        this.batches = batches;
        this.journals = journals;
        this.slowReaders = slowReaders;
        this.quotas = quotas;
    }

    @Override
    public StreamObserver<RunRequest> run(StreamObserver<RunResponse> observer) {
        RequestStream<BatchStream, RunRequest, RunResponse> stream = RequestStream.open(
                this, new RequestStream.Host(batches.drainHooks(), slowReaders, batches.budget()), observer);
        LocalBatch.offer(stream);
        return stream;
    }

    @Override
    public BatchStream open(RunRequest request, CallToken call) {
        Principal principal = CallContext.current().principal();
        BatchStream stream = new BatchStream(call, principal.name(), quotas.of(principal));
        switch (request.getRequestCase()) {
            case OPEN -> {
                OpenBatch open = request.getOpen();
                if (open.hasJournal()) {
                    requireJournals();
                }
                stream.open(newBatch(open, stream));
            }
            case RESUME -> requireJournals();
            default ->
                throw CallException.invalid(
                        "request", request.getRequestCase(), "OPEN or RESUME, one of which comes first");
        }
        return stream;
    }

    private Batch newBatch(OpenBatch open, BatchStream stream) {
        int laneCount = BatchConverter.laneCount(open, batches.maxLaneCount());
        return batches.open(stream.call(), stream.usage(), laneCount, random -> BatchConverter.toCore(open, random));
    }

    private BatchJournals requireJournals() {
        return journals.orElseThrow(() -> CallException.of(
                        Reason.SERVICE_DISABLED,
                        "journals of batches are off on this server. " + HOW_TO_ENABLE_JOURNALS)
                .with("service", BatchServiceGrpc.SERVICE_NAME)
                .with("how_to_enable", HOW_TO_ENABLE_JOURNALS));
    }

    @Override
    public void opened(BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        if (request.hasResume()) {
            resume(stream, request, answer);
        } else if (request.getOpen().hasJournal()) {
            OpenBatch open = request.getOpen();
            Batch batch = stream.batch();
            whenDone(
                    requireJournals()
                            .create(
                                    stream.principal(),
                                    open.getJournal().getName(),
                                    JournalConverter.opening(open, batch.lanes())),
                    answer,
                    journal -> {
                        stream.record(new BatchRecorder(batch, journal));
                        batch.open(firstAnswer(stream, open, request, answer));
                    });
        } else {
            stream.batch().open(firstAnswer(stream, request.getOpen(), request, answer));
        }
    }

    private void resume(BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        ResumeBatch resume = request.getResume();
        OptionalLong last = resume.hasLastSequence() ? OptionalLong.of(resume.getLastSequence()) : OptionalLong.empty();
        whenDone(requireJournals().resume(stream.principal(), resume.getJournal(), last), answer, stored -> {
            try {
                replay(stream, stored, request, answer);
            } catch (RuntimeException | Error e) {
                if (stream.recorder().isEmpty()) {
                    stored.journal().close();
                }
                throw e;
            }
        });
    }

    private void replay(BatchStream stream, StoredBatch stored, RunRequest request, StreamAnswer<RunResponse> answer) {
        OpenBatch open = JournalConverter.opening(stored);
        if (request.getResume().hasOpen()) {
            JournalConverter.requireEqual(open, request.getResume().getOpen());
        }
        Batch batch = newBatch(open, stream);
        stream.open(batch);
        batch.reserveJournal(stored.byteCount());
        stream.record(new BatchRecorder(batch, stored.journal()));
        batch.resume(
                () -> JournalConverter.replay(stored.checkpoint(), stored.requests(), batch),
                firstAnswer(stream, open, request, answer));
    }

    /** Passes the result of {@code future} to {@code next}; errors of both fail the request. */
    private static <T> void whenDone(CompletableFuture<T> future, StreamAnswer<?> answer, Consumer<T> next) {
        var unused = future.whenComplete((result, failure) -> {
            if (failure != null) {
                answer.failed(RequestStream.unwrapped(failure));
                return;
            }
            try {
                next.accept(result);
            } catch (RuntimeException | Error e) {
                answer.failed(e);
            }
        });
    }

    private static StreamAnswer<LaneRows> firstAnswer(
            BatchStream stream, OpenBatch open, RunRequest request, StreamAnswer<RunResponse> answer) {
        return answer.map(rows -> {
            RunResponse.Builder response = response(request, rows)
                    .setLayout(BatchConverter.layout(stream.batch().lanes(), open));
            if (stream.recorder().isPresent()) {
                BatchRecorder recorder = stream.recorder().get();
                response.setJournal(recorder.position().setName(recorder.name()));
            }
            return response.build();
        });
    }

    @Override
    public void handle(BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        Batch batch = stream.batch();
        switch (request.getRequestCase()) {
            case STEP -> {
                StepBatch step = request.getStep();
                batch.step(
                        step.getLanes().toByteArray(),
                        step.getActions().toByteArray(),
                        BatchConverter.proposals(step),
                        rows(stream, request, answer));
            }
            case RESET -> {
                ResetBatch reset = request.getReset();
                batch.reset(
                        reset.getLanes().toByteArray(), reset.getSeeds().toByteArray(), rows(stream, request, answer));
            }
            case END -> end(stream, request, answer);
            default ->
                throw CallException.invalid(
                        "request", request.getRequestCase(), "STEP, RESET or END, which are what an open batch takes");
        }
    }

    /** Returns the receiver of rows, which records the request if the batch has a journal. */
    private static StreamAnswer<LaneRows> rows(
            BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        if (stream.recorder().isEmpty()) {
            return answer.map(rows -> response(request, rows).build());
        }
        BatchRecorder recorder = stream.recorder().get();
        return new StreamAnswer<>() {
            @Override
            public void answered(LaneRows rows) {
                try {
                    whenDone(
                            recorder.append(request),
                            answer,
                            done -> answer.answered(response(request, rows)
                                    .setJournal(recorder.position())
                                    .build()));
                } catch (RuntimeException | Error e) {
                    answer.failed(e);
                }
            }

            @Override
            public void failed(Throwable error) {
                answer.failed(error);
            }
        };
    }

    private static void end(BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        stream.end();
        CompletableFuture<Void> removed =
                stream.recorder().map(BatchRecorder::remove).orElse(CompletableFuture.completedFuture(null));
        whenDone(
                removed,
                answer,
                done -> answer.answered(RunResponse.newBuilder()
                        .setSequence(request.getSequence())
                        .build()));
    }

    @Override
    public CompletableFuture<CallException> drained(BatchStream stream) {
        return stream.drained();
    }

    @Override
    public void close(BatchStream stream) {
        stream.close();
    }

    private static RunResponse.Builder response(RunRequest request, LaneRows rows) {
        return RunResponse.newBuilder().setSequence(request.getSequence()).setStates(BatchConverter.states(rows));
    }
}
