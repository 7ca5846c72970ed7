/**
 * Sessions: environments that outlive a call, their registry, and the memory of requests that makes retries safe.
 *
 * <p>Start reading at {@link dev.tengen.server.session.Session}.
 */
package dev.tengen.server.session;
