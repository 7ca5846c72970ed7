package dev.tengen.server.session;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.Seat;
import java.util.Optional;

/**
 * Who may use which session, and the errors about sessions that there are not. A session belongs to the principal that
 * created it. For another principal that is no operator, it does not exist: the error is that of an id that was never
 * given out.
 */
final class SessionAccess {
    private SessionAccess() {}

    /**
     * Returns the id of the session that {@code principal} calls {@code named}. One who has a seat need not name its
     * session.
     *
     * @throws CallException if it names none
     */
    static String requireId(Principal principal, String named) {
        String id = named.isEmpty() ? principal.seat().map(Seat::sessionId).orElse("") : named;
        if (id.isEmpty()) {
            throw CallException.invalid("session_id", "\"\"", "the id of a session");
        }
        return id;
    }

    /** Returns whether {@code principal} may use {@code session}. */
    static boolean mayUse(Principal principal, Session session) {
        return principal
                .seat()
                .map(seat -> seat.sessionId().equals(session.id()))
                .orElseGet(() ->
                        principal.role() == Role.OPERATOR || session.owner().equals(principal.name()));
    }

    /** Returns whether {@code principal} only reads, so that it cannot keep a session from expiring. */
    static boolean isSpectator(Principal principal) {
        return principal
                .seat()
                .filter(seat -> seat.place() == Seat.Place.SPECTATOR)
                .isPresent();
    }

    /** Returns the owner of the sessions that {@code principal} may list; empty for all. */
    static Optional<String> ownerSeenBy(Principal principal) {
        return principal.role() == Role.OPERATOR ? Optional.empty() : Optional.of(principal.name());
    }

    /** Returns the error about a session that is not open. */
    static CallException notFound(String id) {
        return missing(
                Reason.SESSION_NOT_FOUND, id, "is not open: it was never created, was closed, or expired long ago");
    }

    /** Returns the error about a session that expired lately. */
    static CallException expired(String id) {
        return missing(Reason.SESSION_EXPIRED, id, "has expired: it was idle for its idle timeout");
    }

    private static CallException missing(Reason reason, String id, String why) {
        String shown = CallException.shown(id);
        return CallException.of(reason, "session \"" + shown + "\" " + why)
                .with("field", "session_id")
                .with("value", shown);
    }
}
