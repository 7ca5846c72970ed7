package dev.tengen.server;

import dev.tengen.base.InvalidValueException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of the HTTP port.
 *
 * @param endpoint the address to listen on
 * @param allowedHosts names, besides IP addresses, "localhost" and the host of {@code endpoint}, that requests may have
 *     in their header {@code Host}: host names without a port. Requests with any other name are refused
 */
public record HttpSettings(Endpoint.Tcp endpoint, Set<String> allowedHosts) {
    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
    private static final int MAX_NAME_LENGTH = 253;

    /**
     * Checks the names.
     *
     * @throws InvalidValueException if one is not a host name
     */
    public HttpSettings {
        allowedHosts = Set.copyOf(allowedHosts);
        for (String name : allowedHosts) {
            if (name.length() > MAX_NAME_LENGTH || !HOST_NAME.matcher(name).matches()) {
                throw InvalidValueException.not(
                        "http_allowed_hosts", "\"" + name + "\"", "a host name such as tengen.example, without a port");
            }
        }
    }
}
