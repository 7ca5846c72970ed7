package dev.tengen.server;

import io.grpc.ServerServiceDefinition;
import io.javalin.config.RoutesConfig;
import java.util.List;

/**
 * A part that is added to a server: gRPC services and HTTP routes of its own. It belongs to one server, which begins with
 * its services and ends with {@link #drain} and then {@link #close}.
 */
public interface ServerPart extends AutoCloseable {
    /** Makes a part for a server that is being made. */
    @FunctionalInterface
    interface Maker {
        /** Returns the part; {@code context} is what it may use of the server. */
        ServerPart make(ServerContext context);
    }

    /** Returns the gRPC services that it adds. */
    default List<ServerServiceDefinition> services() {
        return List.of();
    }

    /** Adds its routes to those of the HTTP port, if the server has one. */
    default void addRoutes(RoutesConfig routes) {}

    /** Ends its streams, since the server has begun to stop; calls under way may still finish. */
    default void drain() {}

    /** Lets go of all it holds. The server has stopped. */
    @Override
    default void close() {}
}
