/** Options and argument types that several commands share. */
package dev.tengen.cli.option;
