package dev.tengen.client.internal;

import java.util.regex.Pattern;

/** Addresses that only this machine can have. */
public final class LocalAddress {
    private static final Pattern LOCAL = Pattern.compile("unix:.*|127\\.[0-9.]+:\\d+|localhost:\\d+|\\[::1]:\\d+");

    private LocalAddress() {}

    /** Returns whether what is sent to {@code address} stays on this machine. */
    public static boolean matches(String address) {
        return LOCAL.matcher(address).matches();
    }
}
