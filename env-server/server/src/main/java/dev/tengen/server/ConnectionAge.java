package dev.tengen.server;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a connection may last. Clients of an old connection open a new one, so that a balancer in front of the
 * server can choose again, and no call fails: the server announces the end of the old connection (GOAWAY), and finishes
 * its calls.
 *
 * @param max the age at which the server announces the end of a connection: 1 second or more. It varies by a tenth, so
 *     that connections that began together do not end together
 * @param grace how long calls and streams in flight may last after that, before the server cancels them; empty for no
 *     limit
 */
public record ConnectionAge(Duration max, Optional<Duration> grace) {
    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ConnectionAge {
        if (max.toSeconds() < 1) {
            throw InvalidValueException.not("max_connection_age_seconds", max.toSeconds(), "1 or more");
        }
        grace.filter(Duration::isNegative).ifPresent(value -> {
            throw InvalidValueException.not("max_connection_age_grace_seconds", value.toSeconds(), "0 or more");
        });
    }
}
