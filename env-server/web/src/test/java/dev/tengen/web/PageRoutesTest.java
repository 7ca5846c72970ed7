package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import io.javalin.Javalin;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A route that computes gives each client its turn, and ends when its client leaves, only if {@link PageHandlers}
 * handles it.
 */
@Tag("full")
class PageRoutesTest {
    private static boolean isMadeBy(Class<?> maker, Endpoint route) {
        return route.handler.getClass().getName().startsWith(maker.getName() + "$$Lambda");
    }

    @Test
    void routes_allButThoseOfFixedFiles_areHandledInTurns(@TempDir Path folder) throws IOException {
        List<Endpoint> routes = new ArrayList<>();
        List<ArenaModule> arena = new ArrayList<>();
        ServerModule.Factory arenaFactory = context -> {
            arena.add(ArenaModule.open(
                    new ArenaSettings(folder.resolve("arena.db").toString()), context));
            return arena.get(0);
        };
        ServerModule.Factory page = context -> {
            ServerModule module = PageModule.factory(
                            PageSettings.DEFAULT, () -> Optional.of(arena.get(0).arena()))
                    .create(context);
            Javalin app = Javalin.create(config -> module.addRoutes(config.routes));
            app.unsafe.internalRouter.allHttpHandlers().forEach(route -> routes.add(route.endpoint));
            return module;
        };

        TengenServer.start(
                        ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0),
                        List.of(),
                        List.of(arenaFactory, page))
                .close();

        assertThat(routes).extracting(route -> route.path).contains("/api/home", "/api/ladder", "/api/tournaments");
        assertThat(routes)
                .filteredOn(route -> !isMadeBy(PageHandlers.class, route) && !isMadeBy(StaticFiles.class, route))
                .extracting(route -> route.method + " " + route.path)
                .containsExactly("BEFORE *"); // Adds headers.
    }
}
