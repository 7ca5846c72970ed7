package dev.tengen.server.testing;

import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.service.AuthenticationInterceptor;
import io.grpc.ServerInterceptor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Calls of the local principal on a gRPC server that a test assembles itself. */
public final class LocalCalls {
    private static final ScheduledExecutorService UNUSED = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "refusals");
        thread.setDaemon(true);
        return thread;
    });

    private LocalCalls() {}

    /** Returns an interceptor without which services know no principal. */
    public static ServerInterceptor interceptor() {
        return new AuthenticationInterceptor(Authenticator.NONE, UNUSED, new AuditLog());
    }
}
