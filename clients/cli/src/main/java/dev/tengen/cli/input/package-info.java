/** Input of unknown length, read in bounded memory. */
package dev.tengen.cli.input;
