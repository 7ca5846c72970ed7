package dev.tengen.gateway.http;

import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog.Event;
import io.javalin.http.Context;

/**
 * Writes the sessions that a request or a socket creates and ends to the audit log.
 *
 * @param log the log
 * @param call the request, or the one that opened the socket
 */
public record SessionAudit(HttpAudit log, Context call) {
    /** Writes that {@code principal} has created {@code session}. */
    public void created(Principal principal, GatewaySession session) {
        log.done(Event.CREATED, call, GatewayPermission.CREATE.rpc(), principal, session.id());
    }

    /** Writes that {@code principal} has ended {@code session}. */
    public void ended(Principal principal, GatewaySession session) {
        log.done(Event.ENDED, call, GatewayPermission.CLOSE.rpc(), principal, session.id());
    }
}
