package dev.tengen.web;

import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.AuditLog.Event;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * Writes what happens at the page to the audit log: what was created and ended, and what was refused for who asked for it. Without
 * authentication there is no such log. Thread-safe.
 */
final class PageAudit {
    private final HttpAudit log;

    PageAudit(Optional<AuditLog> log) {
        this.log = new HttpAudit(log);
    }

    /**
     * Writes that {@code principal} created or ended something.
     *
     * @param rpc the full name of the RPC that does the same
     * @param session the id of the session; empty if it is no session
     */
    void done(Event event, Context call, String rpc, Principal principal, String session) {
        log.done(event, call, rpc, principal, session);
    }

    /** Writes that a request was refused with {@code error}, if that is for its principal; empty if it has proved none. */
    void refused(Context call, String rpc, Optional<Principal> principal, RuntimeException error) {
        log.refused(
                call,
                rpc,
                principal,
                error instanceof PageException page
                        ? page.reason()
                        : error instanceof CallException failed
                                ? failed.reason().name()
                                : "");
    }
}
