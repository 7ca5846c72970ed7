/**
 * What commands share for their output: exit codes, progress bars and the log.
 *
 * <p>Standard output carries results only. Progress, messages and the log go to standard error.
 */
package dev.tengen.cli.output;
