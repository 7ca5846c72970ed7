package dev.tengen.server.session;

import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.identity.Principal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Lists the open sessions, those in memory and those in the store, without extending their idle timeouts. Thread-safe.
 */
public final class SessionDirectory {
    private final OpenSessions open;
    private final Optional<StoredSessions> stored;

    SessionDirectory(OpenSessions open, Optional<StoredSessions> stored) {
        this.open = open;
        this.stored = stored;
    }

    /**
     * Returns at most {@code count} open sessions that {@code principal} may use and that were opened after session
     * {@code number}, oldest first.
     */
    public List<SessionEntry> openedAfter(Principal principal, long number, int count) {
        return entries(principal, number, false, count);
    }

    /**
     * Returns the {@code count} open sessions that {@code principal} may use and that were opened last, newest first.
     */
    public List<SessionEntry> newest(Principal principal, int count) {
        return entries(principal, 0, true, count);
    }

    private List<SessionEntry> entries(Principal principal, long after, boolean isNewestFirst, int count) {
        if (stored.isPresent()) {
            Optional<String> owner = SessionAccess.ownerSeenBy(principal);
            return FairExecutor.block(() -> stored.get().entries(owner, after, isNewestFirst, count));
        }
        Comparator<Session> oldestFirst = Comparator.comparing(Session::number);
        return open.all().stream()
                .filter(session -> SessionAccess.mayUse(principal, session))
                .filter(session ->
                        session.number() > after && !session.idleTimer().isOverdue())
                .sorted(isNewestFirst ? oldestFirst.reversed() : oldestFirst)
                .limit(count)
                .map(Session::entry)
                .toList();
    }
}
