package dev.tengen.server.service;

import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.convert.TreeConverter;
import dev.tengen.server.convert.TreeConverter.RootReservation;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Reads the positions from which trees start: specs, sessions and snapshots. Thread-safe. */
final class RootReader {
    private final Sessions sessions;
    private final SessionCalls calls;

    /** Creates a reader for trees that may start from {@code sessions}. */
    RootReader(Sessions sessions) {
        this.sessions = sessions;
        calls = new SessionCalls(sessions);
    }

    /**
     * Loads the sessions that {@code roots} name, and then runs {@code work} with what returns each position by its
     * index. Several threads may ask for positions.
     *
     * @param reservation reserves the memory of a position before it is made
     * @param failure receives the error if a session cannot be loaded, or what {@code work} throws
     */
    void read(
            List<TreeRoot> roots,
            RootReservation reservation,
            Consumer<IntFunction<dev.tengen.env.TreeRoot>> work,
            Consumer<Throwable> failure) {
        IntFunction<dev.tengen.env.TreeRoot> positions = positions(roots, reservation);
        Set<String> ids = new HashSet<>();
        for (TreeRoot root : roots) {
            ids.add(root.getSessionId());
        }
        calls.load(ids, () -> work.accept(positions), failure);
    }

    private IntFunction<dev.tengen.env.TreeRoot> positions(List<TreeRoot> roots, RootReservation reservation) {
        Principal caller = CallContext.current().principal(); // Roots are read on other threads.
        return TreeConverter.roots(
                roots, (id, moreMoves) -> ofSession(caller, id, moreMoves, reservation), reservation);
    }

    private dev.tengen.env.TreeRoot ofSession(Principal caller, String id, int moreMoves, RootReservation reservation) {
        return sessions.call(caller, id, session -> root(session, moreMoves, reservation));
    }

    private static dev.tengen.env.TreeRoot root(Session session, int moreMoves, RootReservation reservation) {
        return session.read(environment -> {
            reservation.reserve(
                    environment.spec(), environment.game().moveNumber() + moreMoves, environment.proposalBytes());
            return dev.tengen.env.TreeRoot.of(environment);
        });
    }
}
