/** {@code tengen perft}: counts of move sequences. */
package dev.tengen.cli.perft;
