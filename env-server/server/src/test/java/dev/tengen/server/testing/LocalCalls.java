package dev.tengen.server.testing;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.service.CallContext;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/** Calls of the local principal on a gRPC server that a test assembles itself. */
public final class LocalCalls implements ServerInterceptor {
    private LocalCalls() {}

    /** Returns an interceptor without which services know no principal. */
    public static ServerInterceptor interceptor() {
        return new LocalCalls();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        CallContext context = CallContext.of(Principal.LOCAL, call, headers);
        return Contexts.interceptCall(context.in(Context.current()), call, headers, next);
    }
}
