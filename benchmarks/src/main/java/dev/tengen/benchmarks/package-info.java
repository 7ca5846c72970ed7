/**
 * Benchmarks: the cost of the core, the packed server and its clients in time and memory.
 *
 * <p>The server runs in its own process, as its users run it, and is called over loopback TCP or a Unix domain socket.
 * Benchmarks that need Python are in {@code benchmarks/python}. Start reading at {@link dev.tengen.benchmarks.Main};
 * each command is one measurement.
 */
package dev.tengen.benchmarks;
