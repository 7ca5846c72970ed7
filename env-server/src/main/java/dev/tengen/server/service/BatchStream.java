package dev.tengen.server.service;

import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Errors;
import dev.tengen.server.convert.Reason;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A batch at the other end of a stream.
 *
 * <p>One request is taken at a time, and the next only when the stream is ready for more than the answer of the last, so a
 * slow reader costs one request and one answer of memory. Whoever finishes a request writes its answer, under the monitor
 * of this object: requests come from the transport's thread, answers maybe from others.
 */
final class BatchStream implements StreamObserver<RunRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(BatchStream.class);

    private final Batches batches;
    private final ServerCallStreamObserver<RunResponse> observer;
    private final Runnable ending = this::end;
    private @Nullable Batch batch;
    private boolean isBusy;
    private boolean isHalfClosed;
    private boolean isEnding;
    private boolean isRequested;
    private boolean isDone;

    private BatchStream(Batches batches, ServerCallStreamObserver<RunResponse> observer) {
        this.batches = batches;
        this.observer = observer;
    }

    /** Answers what {@code observer}'s client sends until either ends the stream. */
    static BatchStream open(Batches batches, ServerCallStreamObserver<RunResponse> observer) {
        BatchStream stream = new BatchStream(batches, observer);
        observer.disableAutoRequest();
        observer.setOnReadyHandler(stream::proceed);
        observer.setOnCancelHandler(stream::gone);
        observer.setOnCloseHandler(stream::gone);
        batches.onEnd(stream.ending);
        stream.proceed();
        return stream;
    }

    @Override
    public void onNext(RunRequest request) {
        synchronized (this) {
            isRequested = false;
            if (isDone) {
                return;
            }
            isBusy = true;
        }
        Batch.Answer answer = new Answering(request.getSequence());
        try {
            carryOut(request, answer);
        } catch (RuntimeException | Error e) {
            answer.failed(e);
        }
    }

    private void carryOut(RunRequest request, Batch.Answer answer) {
        Batch open = batch;
        if (open == null) {
            if (!request.hasOpen()) {
                throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
            }
            open = batches.open(request.getOpen());
            batch = open;
            open.open(answer);
            return;
        }
        switch (request.getRequestCase()) {
            case STEP -> open.step(request.getStep(), answer);
            case RESET -> open.reset(request.getReset(), answer);
            default ->
                throw CallException.invalid(
                        "request", request.getRequestCase(), "STEP or RESET, which are what an open batch takes");
        }
    }

    @Override
    public synchronized void onCompleted() {
        isHalfClosed = true;
        proceed();
    }

    @Override
    public void onError(Throwable fault) {
        // The handler of cancellation hears of it, too.
    }

    /** The server stops. */
    private synchronized void end() {
        isEnding = true;
        proceed();
    }

    /** Does what comes next, unless a request is under way, whose end will call this again. */
    private synchronized void proceed() {
        if (isBusy || isDone) {
            return;
        }
        if (isEnding) {
            fail(CallException.of(Reason.SHUTTING_DOWN, "the server is going down"));
        } else if (isHalfClosed) {
            finish();
            observer.onCompleted();
        } else if (!isRequested && (batch == null || observer.isReady())) {
            isRequested = true;
            observer.request(1);
        }
    }

    /** The call is over, however that came about. */
    private synchronized void gone() {
        if (!isDone) {
            isDone = true;
            if (!isBusy) {
                release();
            }
        }
    }

    private void fail(Throwable fault) {
        finish();
        try {
            observer.onError(Errors.toStatus(fault));
        } catch (IllegalStateException e) {
            // The check of requests has refused one, and so closed the call, and we have yet to hear of that.
            LOG.debug("The call was closed before", e);
        }
    }

    private void finish() {
        isDone = true;
        release();
    }

    private void release() {
        batches.removeOnEnd(ending);
        Batch open = batch;
        if (open != null) {
            batch = null;
            open.close();
        }
    }

    /** Hears the answer to one request. */
    private final class Answering implements Batch.Answer {
        private final long sequence;

        Answering(long sequence) {
            this.sequence = sequence;
        }

        @Override
        public void answered(RunResponse.Builder response) {
            synchronized (BatchStream.this) {
                isBusy = false;
                if (isDone) {
                    release();
                    return;
                }
                observer.onNext(response.setSequence(sequence).build());
                proceed();
            }
        }

        @Override
        public void failed(Throwable fault) {
            synchronized (BatchStream.this) {
                isBusy = false;
                if (isDone) {
                    release();
                } else {
                    fail(fault);
                }
            }
        }
    }
}
