/**
 * {@code tengen arena}: one class for each subcommand, and how a tournament is run, shown and summarized.
 *
 * <p>Start reading at {@link dev.tengen.cli.arena.ArenaRunCommand} and
 * {@link dev.tengen.cli.arena.StoredTournamentRun}.
 */
package dev.tengen.cli.arena;
