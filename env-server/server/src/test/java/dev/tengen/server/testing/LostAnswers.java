package dev.tengen.server.testing;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loses answers on their way: the server acts on a marked call, and the client does not get the result.
 *
 * <p>A client marks a call in a header. {@link #DROP}: the call ends with UNAVAILABLE instead of its answer.
 * {@link #HOLD}: the answer never comes; once the server has acted, {@link #onActed} lets the client cancel the call.
 */
public final class LostAnswers implements ServerInterceptor {
    /** The mark of a call whose answer is replaced with UNAVAILABLE. */
    public static final String DROP = "drop";

    /** The mark of a call whose answer never comes, with a number that distinguishes such calls. */
    private static final String HOLD = "hold ";

    private static final Metadata.Key<String> MARK =
            Metadata.Key.of("test-lost-answer", Metadata.ASCII_STRING_MARSHALLER);

    private final AtomicLong holdCount = new AtomicLong();
    private final Map<String, Runnable> whenActed = new ConcurrentHashMap<>();
    private final AtomicInteger actedInVain = new AtomicInteger();

    /** Returns a mark that holds one call back and then runs {@code cancellation}, which must cancel it. */
    public String onActed(Runnable cancellation) {
        String mark = HOLD + holdCount.incrementAndGet();
        whenActed.put(mark, cancellation);
        return mark;
    }

    /** Returns an interceptor that marks calls with {@code mark}. */
    public static ClientInterceptor marking(String mark) {
        return new ClientInterceptor() {
            @Override
            public <Q, R> ClientCall<Q, R> interceptCall(
                    MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
                return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                    @Override
                    public void start(Listener<R> listener, Metadata headers) {
                        headers.put(MARK, mark);
                        super.start(listener, headers);
                    }
                };
            }
        };
    }

    /** Returns how many calls succeeded on the server without an answer. */
    public int actedInVain() {
        return actedInVain.get();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String mark = headers.get(MARK);
        return next.startCall(mark == null ? call : new LostCall<>(call, mark), headers);
    }

    private final class LostCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final String mark;

        LostCall(ServerCall<Q, R> call, String mark) {
            super(call);
            this.mark = mark;
        }

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(R message) {}

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk()) {
                actedInVain.incrementAndGet();
            }
            if (mark.equals(DROP)) {
                super.close(Status.UNAVAILABLE.withDescription("the answer is lost"), new Metadata());
            } else {
                whenActed.remove(mark).run();
            }
        }
    }
}
