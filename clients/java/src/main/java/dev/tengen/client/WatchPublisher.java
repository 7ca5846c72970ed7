package dev.tengen.client;

import com.google.common.math.LongMath;
import com.google.common.primitives.Ints;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ExceptionConverter;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Publishes the states of a session. Each subscriber has its own call. Thread-safe. */
record WatchPublisher(Connection connection, Call<WatchRequest, WatchResponse, WatchedState> call)
        implements Flow.Publisher<WatchedState> {
    @Override
    public void subscribe(Flow.Subscriber<? super WatchedState> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        new Watch(subscriber).begin();
    }

    /**
     * A subscription and its call. gRPC delivers as many messages as were requested and calls the listener
     * sequentially, so requests of the subscriber are passed to gRPC unchanged.
     */
    private final class Watch extends ClientCall.Listener<WatchResponse> implements Flow.Subscription {
        private final ClientCall<WatchRequest, WatchResponse> stream =
                connection.channel(call).newCall(call.method(), CallOptions.DEFAULT);
        private final Flow.Subscriber<? super WatchedState> subscriber;
        private boolean isStarted;
        private long requestedBeforeStart;
        private volatile boolean isCanceled;
        private volatile @Nullable IllegalArgumentException misuse;

        Watch(Flow.Subscriber<? super WatchedState> subscriber) {
            this.subscriber = subscriber;
        }

        /**
         * Starts the call after the subscriber has received its subscription, so that {@code onSubscribe} is its first
         * signal.
         */
        void begin() {
            subscriber.onSubscribe(this);
            synchronized (this) {
                if (isCanceled) {
                    return;
                }
                isStarted = true;
                stream.start(this, new Metadata());
                stream.sendMessage(call.request());
                stream.halfClose();
                if (misuse != null) {
                    stream.cancel("misuse", misuse);
                } else if (requestedBeforeStart > 0) {
                    stream.request(Ints.saturatedCast(requestedBeforeStart));
                }
            }
        }

        @Override
        public synchronized void request(long count) {
            if (count <= 0) {
                misuse = new IllegalArgumentException("request of " + count + " states is not positive");
                if (isStarted) {
                    stream.cancel("misuse", misuse);
                }
            } else if (isStarted) {
                stream.request(Ints.saturatedCast(count));
            } else {
                requestedBeforeStart = LongMath.saturatedAdd(requestedBeforeStart, count);
            }
        }

        @Override
        public synchronized void cancel() {
            isCanceled = true;
            if (isStarted) {
                stream.cancel("the subscriber has left", null);
            }
        }

        @Override
        public void onMessage(WatchResponse state) {
            if (!isCanceled) {
                subscriber.onNext(call.converter().apply(state));
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            IllegalArgumentException error = misuse;
            if (isCanceled) {
                return;
            }
            if (error != null) {
                subscriber.onError(error);
            } else if (status.isOk()) {
                subscriber.onComplete();
            } else {
                var unused = connection
                        .explain(ExceptionConverter.toException(status.asRuntimeException(trailers)), call.method())
                        .thenAccept(subscriber::onError);
            }
        }
    }
}
