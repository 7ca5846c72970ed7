package dev.tengen.server.service;

import dev.tengen.server.execution.StreamAnswer;
import io.grpc.Context;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A stream of requests whose client, in this process, also makes requests without messages. Such a request takes its
 * turn among the messages of the stream, with the same reservations of memory and the same threads. It passes no
 * interceptor: these have checked the stream.
 *
 * <p>The client opens the stream by a message. The stream is passed to the receiver in the {@link Context} of the call.
 * Thread-safe.
 */
public final class LocalStream {
    private static final Context.Key<Consumer<LocalStream>> RECEIVER = Context.key("dev.tengen.local-stream");

    private final Target<?> target;

    private LocalStream(Target<?> target) {
        this.target = target;
    }

    /** A stream, and the function that returns what its requests without messages act on; empty if there are none. */
    private record Target<R>(RequestStream<R, ?, ?> stream, Function<R, Optional<?>> access) {
        Optional<?> resource() {
            return stream.resource().flatMap(access);
        }

        <T> boolean tryHandle(long bytes, BiConsumer<Object, StreamAnswer<T>> request, StreamAnswer<T> answer) {
            return stream.tryHandle(
                    bytes, (R open, StreamAnswer<T> result) -> request.accept(resource(open), result), answer);
        }

        private Object resource(R open) {
            return access.apply(open).orElseThrow(() -> new IllegalStateException("the stream takes messages only"));
        }
    }

    /** Returns {@code context} with what receives the stream of a call that runs in it. */
    public static Context received(Context context, Consumer<LocalStream> receiver) {
        return context.withValue(RECEIVER, receiver);
    }

    /**
     * Passes {@code stream} to the receiver of the present call, if it has one.
     *
     * @param access returns what requests without messages act on; empty if the stream takes messages only
     */
    static <R> void offer(RequestStream<R, ?, ?> stream, Function<R, Optional<?>> access) {
        Optional.ofNullable(RECEIVER.get())
                .ifPresent(receiver -> receiver.accept(new LocalStream(new Target<>(stream, access))));
    }

    /** Returns what requests act on; empty if the stream is not open, or it is no {@code type}. */
    public <R> Optional<R> resource(Class<R> type) {
        return target.resource().filter(type::isInstance).map(type::cast);
    }

    /**
     * Handles a request.
     *
     * @param type the type of what it acts on
     * @param bytes the size of the request
     * @param request handles the request; if it throws, it has changed nothing
     * @param answer receives the answer, on any thread; its methods must not throw. After an error, the call of the
     *     stream has ended with that error
     * @return whether the request was begun. If not, nothing has changed, and a message with the same request is
     *     carried out or gets the error
     */
    public <R, T> boolean tryHandle(
            Class<R> type, long bytes, BiConsumer<R, StreamAnswer<T>> request, StreamAnswer<T> answer) {
        return target.tryHandle(
                bytes, (Object open, StreamAnswer<T> result) -> request.accept(type.cast(open), result), answer);
    }
}
