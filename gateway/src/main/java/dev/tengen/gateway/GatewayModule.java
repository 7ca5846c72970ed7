package dev.tengen.gateway;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.board.InvalidValueException;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.mcp.McpRoutes;
import dev.tengen.gateway.openenv.OpenEnvRoutes;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import io.javalin.config.RoutesConfig;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The gateway as a module of a server. It serves OpenEnv at the root of the HTTP port, and the Model Context Protocol at {@value McpRoutes#PATH}. */
public final class GatewayModule implements ServerModule {
    private static final int MAX_WAITING_ANALYSES = 64;

    private final OpenEnvRoutes openEnv;
    private final McpRoutes mcp;

    /** Runs analyses, one at a time, so that they take at most one processor. */
    private final ThreadPoolExecutor analyses = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING_ANALYSES),
            new ThreadFactoryBuilder()
                    .setNameFormat("tengen-gateway-%d")
                    .setDaemon(true)
                    .build());

    private GatewayModule(GatewaySettings settings, ServerContext context) {
        if (!context.hasHttp()) {
            throw InvalidValueException.not("openenv", true, "set together with http_port, where it is served");
        }
        analyses.allowCoreThreadTimeOut(true);
        GatewaySessions sessions = new GatewaySessions(context.sessions());
        GameTools tools = new GameTools(sessions, analyses);
        HttpAudit audit = new HttpAudit(context.audit());
        JsonResponses responses = new JsonResponses(context.authenticator(), audit);
        openEnv = new OpenEnvRoutes(
                sessions,
                tools,
                responses,
                audit,
                context.authenticator(),
                settings.maxSocketCount(),
                context.quotas(),
                context::budget);
        mcp = new McpRoutes(sessions, tools, responses, audit);
    }

    /** Returns a factory of the gateway. */
    public static ServerModule.Factory factory(GatewaySettings settings) {
        return context -> new GatewayModule(settings, context);
    }

    @Override
    public void register(FeatureRegistry registry) {
        registry.register(Feature.on(Feature.OPENENV));
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        openEnv.add(routes);
        mcp.add(routes);
    }

    @Override
    public void drain() {
        openEnv.drain();
    }

    @Override
    public void close() {
        analyses.shutdownNow();
    }
}
