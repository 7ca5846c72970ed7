/** {@code tengen capacity}: what fits into the memory of a server. */
package dev.tengen.cli.capacity;
