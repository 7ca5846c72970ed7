/**
 * What a tournament is played by, as a value: who plays, what format, rules, openings, clock and seed; read from a file that
 * people write, and kept as JSON.
 *
 * <p>How the games come about is not here. Start reading at {@link dev.tengen.arena.settings.TournamentSettings}.
 */
package dev.tengen.arena.settings;
