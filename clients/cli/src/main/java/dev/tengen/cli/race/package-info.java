/** {@code tengen race}: analyzes capturing races. */
package dev.tengen.cli.race;
