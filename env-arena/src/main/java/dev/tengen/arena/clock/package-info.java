/**
 * Time controls and the clocks that hold players to them: exact arithmetic over nanoseconds that the caller gives.
 *
 * <p>Nothing here asks what time it is, waits, or knows of a game. Start reading at {@link
 * dev.tengen.arena.clock.TimeControl}.
 */
package dev.tengen.arena.clock;
