/**
 * Measures what the core and the packed server cost in time and memory.
 *
 * <p>The server runs as a process of its own, as its users run it, and is called over loopback TCP. Start reading at {@link
 * dev.tengen.benchmarks.Main}; each command is one measurement.
 */
package dev.tengen.benchmarks;
