/**
 * The command line: one class for each command, and what they share.
 *
 * <p>Standard output carries answers alone; progress and messages go to standard error. Start reading at {@link
 * dev.tengen.cli.Main}. What looks at a board without a server is in {@code board} and {@code play}, which know nothing of
 * commands and options.
 */
package dev.tengen.cli;
