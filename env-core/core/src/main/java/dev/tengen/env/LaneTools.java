package dev.tengen.env;

import dev.tengen.game.Referee;

/**
 * What lanes need only while they are stepped, so that many can share it. Not thread-safe.
 *
 * @param referee the referee of their games
 * @param writer the writer of their rows
 */
record LaneTools(Referee referee, RowWriter writer) {}
