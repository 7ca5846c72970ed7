package dev.tengen.server.testing;

import com.google.common.io.ByteStreams;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Calls of RPCs by name, with any bytes in place of a request. */
public final class RawCall {
    private static final Marshaller<byte[]> BYTES = new Marshaller<>() {
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

    private RawCall() {}

    /** Calls {@code rpc}, as in "Step", with {@code request}, and returns the bytes of the answer. */
    public static byte[] call(Channel channel, String rpc, byte[] request) {
        return callMethod(
                channel, MethodDescriptor.generateFullMethodName(EnvironmentServiceGrpc.SERVICE_NAME, rpc), request);
    }

    /** Calls the unary RPC {@code fullName}, with its service, and returns the bytes of the answer. */
    public static byte[] callMethod(Channel channel, String fullName, byte[] request) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(BYTES, BYTES)
                .setType(MethodType.UNARY)
                .setFullMethodName(fullName)
                .build();
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
    }
}
