package dev.tengen.client.internal;

import com.google.common.collect.Iterators;
import dev.tengen.client.error.TengenException;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/**
 * Iterates over the responses of a server stream. {@link #hasNext} and {@link #next} wait for the next response.
 *
 * <p>Not thread-safe, except for {@link #close}, which any thread may call to end the waiting.
 *
 * @param <T> type of the elements
 */
public abstract class StreamIterator<T> implements Iterator<T>, AutoCloseable {
    private final Context.CancellableContext context;
    private final Iterator<T> elements;
    private final Connection connection;
    private final MethodDescriptor<?, ?> method;

    /** Starts {@code call}, which has no deadline. */
    protected <Q, R> StreamIterator(Connection connection, Call<Q, R, T> call) {
        this.connection = connection;
        method = call.method();
        context = Context.current().withCancellation();
        Context previous = context.attach();
        try {
            Iterator<R> responses = ClientCalls.blockingServerStreamingCall(
                    connection.channel(call), call.method(), CallOptions.DEFAULT, call.request());
            elements = Iterators.transform(responses, call.converter()::apply);
        } finally {
            context.detach(previous);
        }
    }

    /**
     * Waits for the next element.
     *
     * @return whether there is one; false once the server has ended the stream
     * @throws TengenException if the call failed or was closed
     */
    @Override
    public boolean hasNext() {
        return translate(elements::hasNext);
    }

    /**
     * Waits for the next element and returns it.
     *
     * @throws TengenException if the call failed or was closed
     * @throws NoSuchElementException if the server has ended the stream
     */
    @Override
    public T next() {
        return translate(elements::next);
    }

    private <V> V translate(Supplier<V> read) {
        try {
            return read.get();
        } catch (StatusRuntimeException e) {
            throw connection.explain(ExceptionConverter.toException(e), method).join();
        }
    }

    /** Stops watching. */
    @Override
    public void close() {
        context.cancel(null);
    }
}
