package dev.tengen.server.service;

import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.stream.Answer;
import dev.tengen.server.stream.Endings;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of requests, each of which is answered by one message.
 *
 * <p>One request is taken at a time, and the next only when the stream is ready for more than the answer of the last, so a
 * slow reader costs one request and one answer of memory. Whoever finishes a request writes its answer, under the monitor
 * of this object: requests come from the transport's thread, answers maybe from others.
 *
 * @param <Q> a request
 * @param <A> an answer
 */
final class AnsweredStream<Q, A> implements StreamObserver<Q> {
    private static final Logger LOG = LoggerFactory.getLogger(AnsweredStream.class);

    private final Conversation<Q, A> conversation;
    private final Endings endings;
    private final ServerCallStreamObserver<A> observer;
    private final Runnable ending = this::end;
    private boolean isBusy;
    private boolean isHalfClosed;
    private boolean isEnding;
    private boolean isRequested;
    private boolean isDone;

    private AnsweredStream(Conversation<Q, A> conversation, Endings endings, ServerCallStreamObserver<A> observer) {
        this.conversation = conversation;
        this.endings = endings;
        this.observer = observer;
    }

    /** What a stream is about. One request is carried out at a time, and none once it is closed. */
    interface Conversation<Q, A> extends AutoCloseable {
        /** Returns whether a first request has been taken. */
        boolean isOpen();

        /** Carries out a request, and tells {@code answer} what came of it, or throws that. A fault ends the stream. */
        void carryOut(Q request, Answer<A> answer);

        /** Frees what the conversation holds. */
        @Override
        void close();
    }

    /** Carries on {@code conversation} with the client of {@code observer} until either, or {@code endings}, ends it. */
    static <Q, A> StreamObserver<Q> open(Conversation<Q, A> conversation, Endings endings, StreamObserver<A> observer) {
        ServerCallStreamObserver<A> call = (ServerCallStreamObserver<A>) observer;
        AnsweredStream<Q, A> stream = new AnsweredStream<>(conversation, endings, call);
        call.disableAutoRequest();
        call.setOnReadyHandler(stream::proceed);
        call.setOnCancelHandler(stream::gone);
        call.setOnCloseHandler(stream::gone);
        endings.add(stream.ending);
        stream.proceed();
        return stream;
    }

    @Override
    public void onNext(Q request) {
        synchronized (this) {
            isRequested = false;
            if (isDone) {
                return;
            }
            isBusy = true;
        }
        Answer<A> answer = new Answering();
        try {
            conversation.carryOut(request, answer);
        } catch (RuntimeException | Error e) {
            answer.failed(e);
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
        } else if (!isRequested && (!conversation.isOpen() || observer.isReady())) {
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
            observer.onError(StatusConverter.toStatus(fault));
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
        endings.remove(ending);
        conversation.close();
    }

    /** Hears the answer to one request. */
    private final class Answering implements Answer<A> {
        @Override
        public void answered(A message) {
            synchronized (AnsweredStream.this) {
                isBusy = false;
                if (isDone) {
                    release();
                    return;
                }
                observer.onNext(message);
                proceed();
            }
        }

        @Override
        public void failed(Throwable fault) {
            synchronized (AnsweredStream.this) {
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
