package dev.tengen.server;

import dev.tengen.server.session.Engines;
import dev.tengen.server.session.Sessions;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/**
 * What a {@link ServerPart} may use of its server.
 *
 * @param sessions the sessions
 * @param engines the engines that may be played against
 * @param meters where meters are kept; nothing on a server without an HTTP port
 */
public record ServerContext(Sessions sessions, Engines engines, Optional<MeterRegistry> meters) {}
