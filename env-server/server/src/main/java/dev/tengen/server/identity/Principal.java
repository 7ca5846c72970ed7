package dev.tengen.server.identity;

import java.util.Optional;

/**
 * Who makes a call. Principals with equal names are the same principal, regardless of the credentials that prove them.
 *
 * @param name unique name, as the operator of the server or the issuer of a token gave it
 * @param role what the principal may do, if it has no seat
 * @param seat the seat that the principal has. It may use the session of the seat and nothing else; empty for all
 *     others
 */
public record Principal(String name, Role role, Optional<Seat> seat) {
    /** The principal of all calls to a server without authentication: everybody who reaches it may make every call. */
    public static final Principal LOCAL = new Principal("local", Role.OPERATOR);

    /** Creates a principal without a seat. */
    public Principal(String name, Role role) {
        this(name, role, Optional.empty());
    }

    /**
     * Returns the holder of {@code seat}. Its name is that of no other principal, and its role has the fewest rights.
     *
     * @param sessionNumber the number of the session among all of the server, which may be in logs
     */
    public static Principal at(Seat seat, long sessionNumber) {
        return new Principal(seat.place().text() + "#" + sessionNumber, Role.SPECTATOR, Optional.of(seat));
    }

    /**
     * Returns the principal that answers for what this one uses: the owner of the session for the holder of a seat, and
     * else itself.
     */
    public Principal payer() {
        return seat.map(Seat::owner).orElse(this);
    }

    /** Returns the role for logs: that of the holder of a seat is the seat, as in "seat-black". */
    public String shownRole() {
        return seat.map(held -> "seat-" + held.place().text()).orElse(role.text());
    }
}
