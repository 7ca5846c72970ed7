package dev.tengen.client;

import java.util.List;

/**
 * The stones of a position, and its observations, which alone are turned.
 *
 * @param board the color at each point, row by row from the top left
 * @param playerToMove the player to move
 * @param moveNumber the move number this belongs to
 * @param observations one observation for each encoding asked for
 * @param symmetry the symmetry by which observations are turned
 * @param overlays one for each overlay asked for
 */
public record Position(
        List<Color> board,
        Color playerToMove,
        int moveNumber,
        List<Observation> observations,
        Symmetry symmetry,
        List<Overlay> overlays) {}
