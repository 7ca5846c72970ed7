/**
 * The settings of a tournament: players, format, rules, openings, time control and seed. People write them as YAML
 * files, the store keeps them as JSON, and calls have them as {@link dev.tengen.proto.v1.TournamentSpec}. YAML and JSON
 * bind to that message, and one converter turns it into {@link dev.tengen.arena.settings.TournamentSettings}, which
 * checks the values.
 *
 * <p>This package plays no games. Start reading at {@link dev.tengen.arena.settings.TournamentSettings}.
 */
package dev.tengen.arena.settings;
