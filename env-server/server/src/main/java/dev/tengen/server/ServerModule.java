package dev.tengen.server;

import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.info.FeatureRegistry;
import io.grpc.ServerServiceDefinition;
import io.javalin.config.RoutesConfig;
import java.util.List;

/**
 * A module that is added to a server: gRPC services and HTTP routes of its own. It belongs to one server, which starts
 * with its services and stops with {@link #drain} and then {@link #close}.
 */
public interface ServerModule extends AutoCloseable {
    /** Creates a module for a server that is being assembled. */
    @FunctionalInterface
    interface Factory {
        /** Returns the module; {@code context} is what it may use of the server. */
        ServerModule create(ServerContext context);
    }

    /** Returns the gRPC services that it adds. */
    default List<ServerServiceDefinition> services() {
        return List.of();
    }

    /** Returns who may call the RPCs of its services that {@link AuthorizationTable#CONTRACT} does not have. */
    default List<AuthorizationTable.Row> authorization() {
        return List.of();
    }

    /** Registers the features that it adds to the server, for {@code GetServerInfo}. */
    default void register(FeatureRegistry registry) {}

    /** Adds its routes to those of the HTTP port, if the server has one. */
    default void addRoutes(RoutesConfig routes) {}

    /** Ends its streams, because the server has started to drain. Calls in flight may still finish. */
    default void drain() {}

    /** Releases all its resources. The server has stopped. */
    @Override
    default void close() {}
}
