/** {@code tengen score}: scores game records and diagrams, without a server. */
package dev.tengen.cli.score;
