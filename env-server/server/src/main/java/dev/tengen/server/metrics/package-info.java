/**
 * The metrics of a server, for Prometheus.
 *
 * <p>Start reading at {@link dev.tengen.server.metrics.ServerMetrics}.
 */
package dev.tengen.server.metrics;
