/**
 * The command line: the root command, and a package for each command below.
 *
 * <p>Commands share {@code option} (base class and options), {@code output} (exit codes, progress, log), {@code board}
 * (positions as text) and {@code picture}. Standard output carries results only; progress and messages go to standard
 * error. Start reading at {@link dev.tengen.cli.TengenCommand}.
 */
package dev.tengen.cli;
