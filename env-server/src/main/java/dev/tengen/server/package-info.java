/**
 * The server as a whole: configuration, assembly, start and stop.
 *
 * <p>Nothing else in the server depends on this package. Below it, each depending only on those named after it: {@code
 * service} (one class for each gRPC service), {@code session} (environments that outlive a call), {@code convert} (proto
 * to core and back, errors to status).
 */
package dev.tengen.server;
