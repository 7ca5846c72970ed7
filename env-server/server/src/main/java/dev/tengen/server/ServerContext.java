package dev.tengen.server;

import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.Sessions;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntSupplier;

/**
 * The parts of a server that a {@link ServerModule} may use.
 *
 * @param sessions the sessions
 * @param engines the engines that may be opponents
 * @param authenticator finds the principals of requests
 * @param audit what is written about who did what; empty on a server without authentication
 * @param quotas what principals may have
 * @param calls executes requests over HTTP
 * @param analyses executes analyses
 * @param timer runs tasks later, which must be short and never block: the health of the server is checked on the same
 *     thread
 * @param meters the registry of meters; empty on a server without an HTTP port
 * @param port returns the TCP port for clients once the server has started; -1 on a Unix domain socket
 */
public record ServerContext(
        Sessions sessions,
        Engines engines,
        Authenticator authenticator,
        Optional<AuditLog> audit,
        Quotas quotas,
        HttpCalls calls,
        Analyses analyses,
        ScheduledExecutorService timer,
        Optional<MeterRegistry> meters,
        IntSupplier port) {
    /** Returns the memory that may be kept for {@code principal}, within its quota. */
    public MemoryBudget budget(Principal principal) {
        return sessions.budget().limitedBy(quotas.of(principal));
    }

    /** Returns whether the server has an HTTP port, so that the routes of modules can be reached. */
    public boolean hasHttp() {
        return meters.isPresent();
    }
}
