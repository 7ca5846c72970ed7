package dev.tengen.server.session;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import java.time.Duration;
import java.util.Set;

/**
 * What a {@link SessionStore} keeps of a session beside its states.
 *
 * @param id its id
 * @param number its number among all sessions of the store, from 1
 * @param owner the principal that opened it
 * @param idleTimeout its idle timeout
 * @param seats its seats
 * @param opening the request that opened it
 * @param origin the text of the part of the server that opened it; empty for none
 */
public record StoredSession(
        String id,
        long number,
        Principal owner,
        Duration idleTimeout,
        Set<Seat.Place> seats,
        RequestKey opening,
        String origin) {
    /** Keeps a copy of the seats. */
    public StoredSession {
        seats = Set.copyOf(seats);
    }
}
