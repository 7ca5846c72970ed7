package dev.tengen.client;

import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Where a session stands, for any number of subscribers, each of which makes a call of its own. Thread-safe. */
final class WatchPublisher implements Flow.Publisher<WatchedState> {
    private final Channel channel;
    private final Call<WatchRequest, WatchResponse, WatchedState> call;

    WatchPublisher(Channel channel, Call<WatchRequest, WatchResponse, WatchedState> call) {
        this.channel = channel;
        this.call = call;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super WatchedState> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        ClientCall<WatchRequest, WatchResponse> stream = channel.newCall(call.method(), CallOptions.DEFAULT);
        new Watching(stream, call, subscriber).begin();
    }

    /**
     * One subscriber and its call. gRPC delivers as many messages as were requested, and tells the listener one thing after
     * another, so a request of the subscriber is passed on as it is.
     */
    private static final class Watching extends ClientCall.Listener<WatchResponse> implements Flow.Subscription {
        private final ClientCall<WatchRequest, WatchResponse> stream;
        private final Call<WatchRequest, WatchResponse, WatchedState> call;
        private final Flow.Subscriber<? super WatchedState> subscriber;
        private boolean isStarted;
        private long requestedBeforeStart;
        private volatile boolean isCanceled;
        private volatile @Nullable IllegalArgumentException misuse;

        Watching(
                ClientCall<WatchRequest, WatchResponse> stream,
                Call<WatchRequest, WatchResponse, WatchedState> call,
                Flow.Subscriber<? super WatchedState> subscriber) {
            this.stream = stream;
            this.call = call;
            this.subscriber = subscriber;
        }

        /** Starts the call once the subscriber knows its subscription, so that nothing is signaled before that. */
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
                    stream.request(count(requestedBeforeStart));
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
                stream.request(count(count));
            } else {
                // Below zero: more than a long holds, which is as good as everything.
                long sum = requestedBeforeStart + count;
                requestedBeforeStart = sum < 0 ? Long.MAX_VALUE : sum;
            }
        }

        /** Returns what gRPC can be asked for; nobody watches two thousand million states. */
        private static int count(long requested) {
            return (int) Math.min(requested, Integer.MAX_VALUE);
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
                subscriber.onNext(call.meaning().apply(state));
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            IllegalArgumentException fault = misuse;
            if (isCanceled) {
                return;
            }
            if (fault != null) {
                subscriber.onError(fault);
            } else if (status.isOk()) {
                subscriber.onComplete();
            } else {
                subscriber.onError(Failures.toException(status.asRuntimeException(trailers)));
            }
        }
    }
}
