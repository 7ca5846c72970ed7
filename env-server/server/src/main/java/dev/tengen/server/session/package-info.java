/**
 * Sessions: environments that outlive a call, their registry, their opponents, and the log of requests that makes
 * retries safe. All in core types; callers in this process use the same methods as the gRPC services.
 *
 * <p>Start reading at {@link dev.tengen.server.session.Session}.
 */
package dev.tengen.server.session;
