/**
 * Who plays whom next: formats of tournaments as pure functions of what was started and how it went.
 *
 * <p>There are no rounds, so a slow game holds up nobody but its two players. How games are played is not here. Start
 * reading at {@link dev.tengen.arena.pairing.Pairing}.
 */
package dev.tengen.arena.pairing;
