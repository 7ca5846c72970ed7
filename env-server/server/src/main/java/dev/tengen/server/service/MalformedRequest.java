package dev.tengen.server.service;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces a request whose bytes are no message of its type, until {@link MessageInterceptor} rejects it.
 *
 * <p>By default, gRPC answers such a request with UNKNOWN and no reason, and logs a stack trace.
 *
 * @param message what is wrong with the bytes
 */
public record MalformedRequest(String message) {
    /** Returns {@code service} with parsers that return a malformed request instead of failing. */
    public static ServerServiceDefinition tolerateIn(ServerServiceDefinition service) {
        List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
        for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
            methods.add(tolerant(method));
        }
        ServiceDescriptor.Builder descriptor = ServiceDescriptor.newBuilder(
                        service.getServiceDescriptor().getName())
                .setSchemaDescriptor(service.getServiceDescriptor().getSchemaDescriptor());
        methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
        ServerServiceDefinition.Builder tolerant = ServerServiceDefinition.builder(descriptor.build());
        methods.forEach(tolerant::addMethod);
        return tolerant.build();
    }

    private static <Q, R> ServerMethodDefinition<Q, R> tolerant(ServerMethodDefinition<Q, R> method) {
        MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
        Marshaller<Q> reader = tolerant(descriptor.getRequestMarshaller(), descriptor.getFullMethodName());
        return ServerMethodDefinition.create(
                descriptor.toBuilder(reader, descriptor.getResponseMarshaller()).build(),
                method.getServerCallHandler());
    }

    private static <Q> Marshaller<Q> tolerant(Marshaller<Q> marshaller, String method) {
        return new Marshaller<>() {
            @Override
            public InputStream stream(Q value) {
                return marshaller.stream(value);
            }

            @Override
            @SuppressWarnings("unchecked") // MessageInterceptor rejects it before anything relies on its type.
            public Q parse(InputStream bytes) {
                try {
                    return marshaller.parse(bytes);
                } catch (StatusRuntimeException e) {
                    String error = String.valueOf(
                            e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
                    return (Q) new MalformedRequest("no request of " + method + ": " + error);
                }
            }
        };
    }
}
