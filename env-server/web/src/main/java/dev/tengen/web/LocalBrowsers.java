package dev.tengen.web;

import com.google.common.base.Ascii;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognizes browsers on this machine whose page was loaded under a loopback name. The name is checked because a
 * foreign site may point its own name at this machine (DNS rebinding).
 */
final class LocalBrowsers {
    private static final Logger LOG = LoggerFactory.getLogger(LocalBrowsers.class);

    private LocalBrowsers() {}

    /** Returns whether {@code call} comes from one, or from another program of this machine. */
    static boolean isOne(Context call) {
        String host = call.header("Host");
        return isLoopback(call.ip()) && host != null && isLoopback(host);
    }

    /**
     * Returns whether {@code address}, with or without a port, is at "localhost" or a loopback address. Makes no DNS
     * lookup.
     */
    private static boolean isLoopback(String address) {
        try {
            String host = HostAndPort.fromString(address).getHost();
            return Ascii.equalsIgnoreCase(host, "localhost")
                    || InetAddresses.forString(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            LOG.debug("The header Host has no address", e);
            return false;
        }
    }
}
