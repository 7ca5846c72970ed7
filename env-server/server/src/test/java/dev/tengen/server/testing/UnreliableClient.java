package dev.tengen.server.testing;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import dev.tengen.base.SplitMix64;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A client that loses some of its answers and retries each call, the same in every byte, until it gets an answer.
 *
 * <p>Of the calls that go wrong a third are dropped by the server after it acted, a third canceled by the client after
 * the server acted, and a third canceled by the client at any time. One client serves one thread at a time.
 */
public final class UnreliableClient {
    private static final int GREATEST_DELAY_MICROS = 500;
    private static final int REFUSED_DELAY_MILLIS = 100;
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);

    private final Channel channel;
    private final LostAnswers lostAnswers;
    private final ScheduledExecutorService timer;
    private final SplitMix64 random;
    private final int oneLostIn;
    private final Tally tally;

    /** Creates a client that loses one answer in {@code oneLostIn}, and counts in {@code tally}. */
    public UnreliableClient(
            Channel channel,
            LostAnswers lostAnswers,
            ScheduledExecutorService timer,
            SplitMix64 random,
            int oneLostIn,
            Tally tally) {
        this.channel = channel;
        this.lostAnswers = lostAnswers;
        this.timer = timer;
        this.random = random;
        this.oneLostIn = oneLostIn;
        this.tally = tally;
    }

    /** Calls {@code method} until there is an answer; an error of the service is one. */
    public <Q, R> CompletableFuture<R> call(MethodDescriptor<Q, R> method, Q request) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        attempt(method, request, answer);
        return answer;
    }

    private <Q, R> void attempt(MethodDescriptor<Q, R> method, Q request, CompletableFuture<R> answer) {
        tally.calls.increment();
        Futures.addCallback(
                send(method, request),
                new FutureCallback<R>() {
                    @Override
                    public void onSuccess(R response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onFailure(Throwable error) {
                        if (isLost(error)) {
                            tally.retries.increment();
                            attempt(method, request, answer);
                        } else if (isRefused(error)) {
                            timer.schedule(
                                    () -> attempt(method, request, answer),
                                    REFUSED_DELAY_MILLIS,
                                    TimeUnit.MILLISECONDS);
                        } else {
                            answer.completeExceptionally(error);
                        }
                    }
                },
                MoreExecutors.directExecutor());
    }

    /** Returns whether the server was overloaded: it is when this many clients call it on a slow machine. */
    private static boolean isRefused(Throwable error) {
        Metadata trailers = Status.trailersFromThrowable(error);
        return trailers != null && "SERVER_OVERLOADED".equals(trailers.get(REASON));
    }

    private boolean isLost(Throwable error) {
        if (error instanceof CancellationException) {
            tally.cancellations.increment();
            return true;
        }
        return Status.fromThrowable(error).getCode() == Status.Code.UNAVAILABLE;
    }

    private <Q, R> ListenableFuture<R> send(MethodDescriptor<Q, R> method, Q request) {
        if (random.nextInt(oneLostIn) != 0) {
            return start(channel, method, request);
        }
        switch (random.nextInt(3)) {
            case 0:
                return start(marked(LostAnswers.DROP), method, request);
            case 1:
                CompletableFuture<ListenableFuture<R>> held = new CompletableFuture<>();
                // On the thread of the timer: that of the server runs in the context of the call, which is about to
                // end.
                String mark = lostAnswers.onActed(
                        () -> timer.execute(() -> held.join().cancel(true)));
                held.complete(start(marked(mark), method, request));
                return held.join();
            default:
                ListenableFuture<R> call = start(channel, method, request);
                timer.schedule(() -> call.cancel(true), random.nextInt(GREATEST_DELAY_MICROS), TimeUnit.MICROSECONDS);
                return call;
        }
    }

    private Channel marked(String mark) {
        return ClientInterceptors.intercept(channel, LostAnswers.marking(mark));
    }

    private static <Q, R> ListenableFuture<R> start(Channel channel, MethodDescriptor<Q, R> method, Q request) {
        return ClientCalls.futureUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request);
    }
}
