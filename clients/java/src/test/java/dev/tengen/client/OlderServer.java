package dev.tengen.client;

import com.google.common.io.ByteStreams;
import dev.tengen.proto.v1.GetServerInfoResponse;
import io.grpc.CallOptions;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * A server from which RPCs have been removed: it passes unary calls on to a real server, reports another version, and
 * does not know the removed RPCs. gRPC answers those as it does for every unknown method.
 */
final class OlderServer implements AutoCloseable {
    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return ByteStreams.toByteArray(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final ManagedChannel channel;
    private final String version;
    private final Server server;

    /** Starts the server in front of the real one at {@code address}, without the RPCs with these bare names. */
    OlderServer(String address, String version, Set<String> removed) throws IOException {
        this.version = version;
        channel = Channels.to(address).build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .fallbackHandlerRegistry(new HandlerRegistry() {
                    @Override
                    public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
                        return removed.contains(name.substring(name.indexOf('/') + 1)) ? null : forwarding(name);
                    }
                })
                .build()
                .start();
    }

    /** Returns the address of this server. */
    String address() {
        return "127.0.0.1:" + server.getPort();
    }

    private ServerMethodDefinition<byte[], byte[]> forwarding(String name) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodType.UNARY)
                .setFullMethodName(name)
                .setRequestMarshaller(BYTES)
                .setResponseMarshaller(BYTES)
                .build();
        return ServerMethodDefinition.create(
                method, ServerCalls.asyncUnaryCall((request, answer) -> forward(method, request, answer)));
    }

    private void forward(MethodDescriptor<byte[], byte[]> method, byte[] request, StreamObserver<byte[]> answer) {
        try {
            byte[] response = ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
            answer.onNext("GetServerInfo".equals(method.getBareMethodName()) ? renamed(response) : response);
            answer.onCompleted();
        } catch (StatusRuntimeException e) {
            Metadata trailers = e.getTrailers();
            answer.onError(e.getStatus().asRuntimeException(trailers == null ? new Metadata() : trailers));
        } catch (IOException e) {
            answer.onError(Status.INTERNAL.withCause(e).asRuntimeException());
        }
    }

    private byte[] renamed(byte[] info) throws IOException {
        return GetServerInfoResponse.parseFrom(info).toBuilder()
                .setVersion(version)
                .build()
                .toByteArray();
    }

    @Override
    public void close() {
        server.shutdownNow();
        channel.shutdownNow();
    }
}
