/**
 * The server as a whole: configuration, assembly, start and stop.
 *
 * <p>Nothing else in the server depends on this package. Below it, each depending only on those named after it: {@code
 * service} (one class for each gRPC service), {@code session} (environments that outlive a call) and {@code
 * batch} (environments that live as long as a stream), which do not know each other, {@code convert} (proto
 * to core and back, errors to status).
 */
package dev.tengen.server;
