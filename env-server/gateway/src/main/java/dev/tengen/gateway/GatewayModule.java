package dev.tengen.gateway;

import dev.tengen.base.InvalidValueException;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.gateway.mcp.McpRoutes;
import dev.tengen.gateway.openenv.OpenEnvRoutes;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import io.javalin.config.RoutesConfig;

/**
 * The gateway as a module of a server. It serves OpenEnv at the root of the HTTP port, and the Model Context Protocol
 * at {@value McpRoutes#PATH}.
 */
public final class GatewayModule implements ServerModule {
    private final OpenEnvRoutes openEnv;
    private final McpRoutes mcp;

    private GatewayModule(GatewaySettings settings, ServerContext context) {
        if (!context.hasHttp()) {
            throw InvalidValueException.not("openenv", true, "set together with http_port, where it is served");
        }
        GatewaySessions sessions = new GatewaySessions(context.sessions());
        Analyses analyses = context.analyses();
        GameTools tools = new GameTools(
                sessions,
                (caller, work) -> analyses.submit(
                        caller.call(),
                        () -> analyses.withRaceTables(context.quotas().of(caller.principal()), true, work)));
        HttpAudit audit = new HttpAudit(context.audit());
        JsonResponses responses = new JsonResponses(context.calls(), context.authenticator(), audit);
        openEnv = new OpenEnvRoutes(
                sessions,
                tools,
                context.calls(),
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
    public void close() {}
}
