package dev.tengen.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import io.javalin.Javalin;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A route gives each client its turn, and ends when its client leaves, only if {@link JsonResponses} handles it. */
@Tag("full")
class GatewayRoutesTest {
    @Test
    void routes_all_areHandledInTurns() throws IOException {
        List<Endpoint> routes = new ArrayList<>();
        ServerModule.Factory gateway = context -> {
            ServerModule module = GatewayModule.factory(GatewaySettings.DEFAULT).create(context);
            Javalin app = Javalin.create(config -> module.addRoutes(config.routes));
            app.unsafe.internalRouter.allHttpHandlers().forEach(route -> routes.add(route.endpoint));
            return module;
        };

        TengenServer.start(
                        ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0),
                        List.of(),
                        List.of(gateway))
                .close();

        assertThat(routes).extracting(route -> route.path).contains("/step", "/mcp", "/mcp/v1");
        assertThat(routes)
                .filteredOn(
                        route -> !route.handler.getClass().getName().startsWith(JsonResponses.class.getName() + "$$"))
                .extracting(route -> route.method + " " + route.path)
                // They authenticate, and add a body; the messages of a socket take turns, too.
                .containsExactlyInAnyOrder(
                        "WEBSOCKET_BEFORE_UPGRADE /ws", "WEBSOCKET_BEFORE_UPGRADE /mcp", "AFTER /health");
    }
}
