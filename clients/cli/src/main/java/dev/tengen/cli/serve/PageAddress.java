package dev.tengen.cli.serve;

import dev.tengen.server.Endpoint;
import dev.tengen.server.HttpSettings;
import dev.tengen.server.ServerConfig;
import java.util.Set;

/** The address of the web page for a browser. */
final class PageAddress {
    /** The addresses that mean all interfaces, which no browser can open. */
    private static final Set<String> ALL_INTERFACES = Set.of("0.0.0.0", "::");

    private PageAddress() {}

    /**
     * Returns the address of the page of a server that listens for HTTP at {@code endpoint}. If that is all interfaces,
     * the address has the first of the allowed host names, or else "localhost".
     */
    static String of(ServerConfig config, Endpoint.Tcp endpoint) {
        String scheme = config.tls().isPresent() ? "https" : "http";
        return scheme + "://" + reachable(config, endpoint) + "/";
    }

    private static Endpoint.Tcp reachable(ServerConfig config, Endpoint.Tcp endpoint) {
        if (!ALL_INTERFACES.contains(endpoint.host())) {
            return endpoint;
        }
        String name = config.http().map(HttpSettings::allowedHosts).orElse(Set.of()).stream()
                .sorted()
                .findFirst()
                .orElse("localhost");
        return new Endpoint.Tcp(name, endpoint.port());
    }
}
