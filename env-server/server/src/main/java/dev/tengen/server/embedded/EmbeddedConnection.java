package dev.tengen.server.embedded;

import dev.tengen.server.session.Sessions;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A connection to an {@link EmbeddedServer}. Thread-safe. */
public final class EmbeddedConnection implements AutoCloseable {
    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                // A message knows its length, and writes itself into an array of that length without another copy.
                byte[] message = new byte[stream.available()];
                int count = stream.readNBytes(message, 0, message.length);
                byte[] rest = stream.readAllBytes();
                return count == message.length && rest.length == 0 ? message : joined(message, count, rest);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final ManagedChannel channel;
    private final Sessions sessions;
    private final LocalStreams streams;

    private volatile boolean isOpen = true;

    /** The calls that have not ended. */
    private final Set<EmbeddedCall> calls = ConcurrentHashMap.newKeySet();

    EmbeddedConnection(ManagedChannel channel, Sessions sessions, LocalStreams streams) {
        this.channel = channel;
        this.sessions = sessions;
        this.streams = streams;
    }

    /**
     * Returns the steps of a session without messages.
     *
     * @throws dev.tengen.server.error.CallException if there is no such session
     */
    public EmbeddedSession session(String id) {
        return EmbeddedSession.of(sessions, id, () -> isOpen);
    }

    private static byte[] joined(byte[] first, int count, byte[] rest) {
        byte[] all = Arrays.copyOf(first, count + rest.length);
        System.arraycopy(rest, 0, all, count, rest.length);
        return all;
    }

    /**
     * Starts a call of any kind. The caller sends messages and ends its side with {@link EmbeddedCall#halfClose}.
     *
     * @param method full name, such as "tengen.v1.EnvironmentService/Step"
     * @param timeoutNanos nanoseconds until the call fails with DEADLINE_EXCEEDED; 0 for no limit
     */
    public EmbeddedCall start(String method, long timeoutNanos) {
        // The kind makes no difference to the server, and a stream in both directions includes all others.
        MethodDescriptor<byte[], byte[]> descriptor = MethodDescriptor.newBuilder(BYTES, BYTES)
                .setFullMethodName(method)
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .build();
        CallOptions options = timeoutNanos > 0
                ? CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS)
                : CallOptions.DEFAULT;
        EmbeddedCall call = EmbeddedCall.start(channel.newCall(descriptor, options), method, streams, calls::remove);
        calls.add(call);
        if (call.hasEnded()) {
            calls.remove(call);
        }
        return call;
    }

    /**
     * Starts a call with one request.
     *
     * @param method as in {@link #start}
     * @param timeoutNanos as in {@link #start}
     * @param request message
     */
    public EmbeddedCall call(String method, long timeoutNanos, byte[] request) {
        EmbeddedCall call = start(method, timeoutNanos);
        call.send(request);
        call.halfClose();
        return call;
    }

    /**
     * Ends the connection. Calls in flight end with CANCELLED, as in the client libraries of gRPC. This method is
     * idempotent.
     */
    @Override
    public void close() {
        isOpen = false;
        calls.forEach(call -> call.cancel("the connection was closed"));
        channel.shutdownNow();
    }
}
