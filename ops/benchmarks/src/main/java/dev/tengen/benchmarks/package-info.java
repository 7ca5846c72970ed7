/**
 * Measures what the core, the packed server and its clients cost in time and memory.
 *
 * <p>The server runs as a process of its own, as its users run it, and is called over loopback TCP or a Unix domain
 * socket. What only Python can do is in {@code ops/benchmarks/python}. Start reading at
 * {@link dev.tengen.benchmarks.Main}; each command is one measurement.
 */
package dev.tengen.benchmarks;
