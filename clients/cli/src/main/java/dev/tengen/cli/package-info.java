/**
 * The command line: one class for each command, and what they share.
 *
 * <p>Standard output carries answers alone; progress and messages go to standard error. Start reading at {@link
 * dev.tengen.cli.Main}.
 */
package dev.tengen.cli;
