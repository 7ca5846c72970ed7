package dev.tengen.server.http;

import com.google.common.base.Ascii;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names under which clients may address the HTTP port, as in the header {@code Host}: IP addresses, "localhost",
 * the host that the port listens on, and configured names. All other names are refused, because a foreign web site may
 * point a name of its own at this machine and then read responses in the browser of a user (DNS rebinding). It cannot
 * do so with an IP address.
 */
final class AllowedHosts {
    private static final Pattern PRINTABLE = Pattern.compile("[A-Za-z0-9.:_-]{1,261}");

    private final Set<String> names = new TreeSet<>();

    /**
     * Creates the set of names.
     *
     * @param host the host that the port listens on
     * @param others more names, in any case
     */
    AllowedHosts(String host, Set<String> others) {
        names.add("localhost");
        names.add(Ascii.toLowerCase(host));
        others.forEach(name -> names.add(Ascii.toLowerCase(name)));
    }

    /**
     * Returns whether a request may be answered. Makes no DNS lookup.
     *
     * @param header the value of {@code Host}
     */
    boolean contains(String header) {
        HostAndPort address;
        try {
            address = HostAndPort.fromString(header);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return InetAddresses.isInetAddress(address.getHost()) || names.contains(Ascii.toLowerCase(address.getHost()));
    }

    /** Returns the error for a request with the value {@code header}, as JSON. */
    String refusal(String header) {
        String shown = PRINTABLE.matcher(header).matches() ? header : "(not a name)";
        return "{\"reason\":\"HOST_NOT_ALLOWED\",\"message\":\"Host " + shown
                + " is not a name of this server; use an IP"
                + " address, or allow the name with --http-allowed-hosts\",\"field\":\"Host\",\"value\":\"" + shown
                + "\",\"allowed\":\"an IP address, or one of " + names + "\"}\n";
    }
}
