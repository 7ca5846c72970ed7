package dev.tengen.server.service;

import dev.tengen.base.InvalidValueException;
import dev.tengen.env.LaneRows;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.LaneStates;
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
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** {@code tengen.v1.BatchService}. Thread-safe. */
public final class BatchService extends BatchServiceGrpc.BatchServiceImplBase
        implements RequestStream.Handler<BatchStream, RunRequest, RunResponse> {
    /** How the operator turns journals on, as a sentence. */
    public static final String HOW_TO_ENABLE_JOURNALS =
            "Start the server with --store URL (TENGEN_SERVE_STORE), and with batches.";

    /** The maximum of areas of the memory that is shared with a client. */
    private static final int MAX_AREA_COUNT = 64;

    /**
     * The maximum of rows of that memory, for each lane: with requests for any parts of the lanes, one answer for each
     * part on its way, and one that the client reads.
     */
    private static final int MAX_SHARED_ROWS = 3;

    private final Batches batches;
    private final Optional<BatchJournals> journals;
    private final Optional<Path> sharedFolder;
    private final SlowReaders slowReaders;
    private final Quotas quotas;

    /**
     * Creates the service of {@code batches}, which may have {@code journals} if the server has a store, whose streams
     * {@code slowReaders} ends, within {@code quotas}. Clients share memory through files in {@code sharedFolder}, if
     * they are on this machine.
     */
    public BatchService(
            Batches batches,
            Optional<BatchJournals> journals,
            Optional<Path> sharedFolder,
            SlowReaders slowReaders,
            Quotas quotas) {
        this.batches = batches;
        this.journals = journals;
        this.sharedFolder = sharedFolder;
        this.slowReaders = slowReaders;
        this.quotas = quotas;
    }

    @Override
    public StreamObserver<RunRequest> run(StreamObserver<RunResponse> observer) {
        RequestStream<BatchStream, RunRequest, RunResponse> stream = RequestStream.open(
                this, new RequestStream.Host(batches.drainHooks(), slowReaders, batches.budget()), observer);
        LocalStream.offer(stream, BatchStream::batchWithoutMessages);
        return stream;
    }

    @Override
    public BatchStream open(RunRequest request, CallToken call) {
        requireInRange("area", request.getArea(), 0, 0);
        Principal principal = CallContext.current().principal();
        BatchStream stream = new BatchStream(call, principal.name(), quotas.of(principal));
        switch (request.getRequestCase()) {
            case OPEN -> {
                OpenBatch open = request.getOpen();
                if (open.hasJournal()) {
                    requireJournals();
                }
                stream.open(newBatch(open, stream));
                if (open.hasSharedMemory() && !open.hasJournal()) {
                    shared(open.getSharedMemory(), stream).ifPresent(stream::share);
                }
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
        if (open.hasSharedMemory()) {
            requireAreas(open.getSharedMemory(), laneCount);
        }
        return batches.open(stream.call(), stream.usage(), laneCount, random -> BatchConverter.toCore(open, random));
    }

    private static void requireAreas(dev.tengen.proto.v1.SharedMemory asked, int laneCount) {
        long maxRowCount = MAX_SHARED_ROWS * (long) laneCount;
        int areaCount = asked.getAreaCount();
        requireInRange("shared_memory.area_count", areaCount, 1, (int) Math.min(maxRowCount, MAX_AREA_COUNT));
        requireInRange(
                "shared_memory.row_count", asked.getRowCount(), 1, (int) Math.min(laneCount, maxRowCount / areaCount));
    }

    private static void requireInRange(String field, int value, int min, int max) {
        if (value < min || value > max) {
            throw InvalidValueException.outside(field, Integer.toUnsignedString(value), min, max);
        }
    }

    /** Shares memory as the client has {@code asked}, if it can be on this machine and there is enough memory. */
    private Optional<SharedMemory> shared(dev.tengen.proto.v1.SharedMemory asked, BatchStream stream) {
        int areaByteCount = BatchConverter.maxStatesBytes(stream.batch().lanes(), asked.getRowCount());
        return sharedFolder.flatMap(folder -> SharedMemory.create(
                folder,
                asked.getAreaCount(),
                areaByteCount,
                batches.budget().limitedBy(stream.usage()).reserve(MemoryKind.ANSWER_BUFFER, 0)));
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
        String id = resume.getJournalId();
        Optional<String> wanted = id.isEmpty() ? Optional.empty() : Optional.of(id);
        whenDone(requireJournals().resume(stream.principal(), resume.getJournal(), wanted, last), answer, stored -> {
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
            RunResponse.Builder response = response(stream, request, rows).setLayout(layout(stream, open));
            if (stream.recorder().isPresent()) {
                BatchRecorder recorder = stream.recorder().get();
                response.setJournal(recorder.opening());
            }
            return response.build();
        });
    }

    private static BatchLayout.Builder layout(BatchStream stream, OpenBatch open) {
        BatchLayout.Builder layout = BatchConverter.layout(stream.batch().lanes(), open);
        stream.sharedMemory()
                .ifPresent(memory -> layout.setSharedMemory(open.getSharedMemory().toBuilder()
                        .setPath(memory.path().toString())
                        .setAreaByteCount(memory.areaByteCount())));
        return layout;
    }

    @Override
    public void handle(BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        Batch batch = stream.batch();
        requireArea(stream, request);
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

    private static void requireArea(BatchStream stream, RunRequest request) {
        requireInRange(
                "area",
                request.getArea(),
                0,
                stream.sharedMemory().map(SharedMemory::areaCount).orElse(0));
    }

    /** Returns the receiver of rows, which records the request if the batch has a journal. */
    private static StreamAnswer<LaneRows> rows(
            BatchStream stream, RunRequest request, StreamAnswer<RunResponse> answer) {
        if (stream.recorder().isEmpty()) {
            return answer.map(rows -> response(stream, request, rows).build());
        }
        BatchRecorder recorder = stream.recorder().get();
        return new StreamAnswer<>() {
            @Override
            public void answered(LaneRows rows) {
                try {
                    whenDone(
                            recorder.append(request),
                            answer,
                            done -> answer.answered(response(stream, request, rows)
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
    public CompletableFuture<Void> left(BatchStream stream) {
        return stream.left();
    }

    @Override
    public void close(BatchStream stream) {
        stream.close();
    }

    private static RunResponse.Builder response(BatchStream stream, RunRequest request, LaneRows rows) {
        RunResponse.Builder response = RunResponse.newBuilder().setSequence(request.getSequence());
        LaneStates states = BatchConverter.states(rows);
        OptionalInt byteCount = request.getArea() == 0
                ? OptionalInt.empty()
                : stream.sharedMemory().orElseThrow().write(request.getArea(), states);
        return byteCount.isPresent()
                ? response.setAreaStatesByteCount(byteCount.getAsInt())
                : response.setStates(states);
    }
}
