/** {@code tengen solve}: solves positions of small boards. */
package dev.tengen.cli.solve;
