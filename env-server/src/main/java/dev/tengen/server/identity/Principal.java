package dev.tengen.server.identity;

/**
 * Who makes a call. Principals with equal names are the same principal, regardless of the credentials that prove them.
 *
 * @param name unique name, as the operator of the server or the issuer of a token gave it
 * @param role what the principal may do
 */
public record Principal(String name, Role role) {
    /** The principal of all calls to a server without authentication: everybody who reaches it may make every call. */
    public static final Principal LOCAL = new Principal("local", Role.OPERATOR);
}
