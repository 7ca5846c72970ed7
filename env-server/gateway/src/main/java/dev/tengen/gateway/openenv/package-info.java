/**
 * OpenEnv over HTTP and WebSockets: routes, messages, error codes, the tools as JSON-RPC, and lists of tasks.
 *
 * <p>Start reading at {@link dev.tengen.gateway.openenv.OpenEnvRoutes} for HTTP and
 * {@link dev.tengen.gateway.openenv.EpisodeProtocol} for sockets.
 */
package dev.tengen.gateway.openenv;
