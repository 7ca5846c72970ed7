/**
 * The settings of a tournament: players, format, rules, openings, time control and seed. People write them as YAML files, the
 * store keeps them as JSON.
 *
 * <p>This package plays no games. Start reading at {@link dev.tengen.arena.settings.TournamentSettings}.
 */
package dev.tengen.arena.settings;
