package dev.tengen.gateway;

import dev.tengen.base.InvalidValueException;

/**
 * The settings of the gateway.
 *
 * @param maxSocketCount the maximum number of WebSockets that are open at the same time, from 1
 */
public record GatewaySettings(int maxSocketCount) {
    /** The greatest number of sockets: some connections of the HTTP port stay free for monitoring and the page. */
    public static final int GREATEST_SOCKET_COUNT = 960;

    /** The default settings. */
    public static final GatewaySettings DEFAULT = new GatewaySettings(768);

    /**
     * Checks the number.
     *
     * @throws InvalidValueException if it is out of range
     */
    public GatewaySettings {
        InvalidValueException.requireWithin("openenv_sockets", maxSocketCount, 1, GREATEST_SOCKET_COUNT);
    }
}
