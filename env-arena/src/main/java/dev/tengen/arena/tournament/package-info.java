/**
 * Tournaments in this program: who plays whom from which opening, and several games at once.
 *
 * <p>Nothing here is stored, and nothing comes over a network. Start reading at {@link
 * dev.tengen.arena.tournament.Tournament}.
 */
package dev.tengen.arena.tournament;
