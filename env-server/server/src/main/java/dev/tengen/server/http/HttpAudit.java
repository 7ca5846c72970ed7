package dev.tengen.server.http;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.AuditLog.Event;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * Writes what happens over HTTP to the audit log: what was created and ended, and what was refused for who asked for
 * it. Without authentication there is no such log. Thread-safe.
 */
public final class HttpAudit {
    private final Optional<AuditLog> log;

    /** Creates a writer to {@code log}; empty for a server without authentication. */
    public HttpAudit(Optional<AuditLog> log) {
        this.log = log;
    }

    /**
     * Writes that {@code principal} created or ended something.
     *
     * @param rpc the full name of the RPC that does the same
     * @param session the id of the session; empty if it is no session
     */
    public void done(Event event, Context call, String rpc, Principal principal, String session) {
        write(event, call, rpc, Optional.of(principal), session, "");
    }

    /**
     * Writes that a request was refused for {@code reason}, if that is for its principal; empty if it has proved none.
     */
    public void refused(Context call, String rpc, Optional<Principal> principal, String reason) {
        if (AuditLog.isAudited(reason)) {
            write(Event.REFUSED, call, rpc, principal, "", reason);
        }
    }

    private void write(
            Event event, Context call, String rpc, Optional<Principal> principal, String session, String reason) {
        log.ifPresent(known -> known.write(new AuditLog.Line(
                event,
                rpc,
                principal.map(Principal::name).orElse(""),
                principal.map(Principal::shownRole).orElse(""),
                session,
                reason,
                call.ip())));
    }
}
