/**
 * Time controls and player clocks: exact arithmetic on nanoseconds that the caller passes.
 *
 * <p>This package reads no time, does not wait, and knows no games. Start reading at
 * {@link dev.tengen.arena.clock.TimeControl}.
 */
package dev.tengen.arena.clock;
