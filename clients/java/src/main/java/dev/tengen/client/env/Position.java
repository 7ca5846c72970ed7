package dev.tengen.client.env;

import java.util.List;

/**
 * A position and its observations. The symmetry applies to the observations only.
 *
 * @param board the color at each point, row by row from the top left
 * @param playerToMove the player to move
 * @param moveNumber the move number of the position
 * @param observations one observation for each requested encoding
 * @param symmetry the symmetry that has been applied to the observations
 * @param overlays one overlay for each requested name
 */
public record Position(
        List<Color> board,
        Color playerToMove,
        int moveNumber,
        List<Observation> observations,
        Symmetry symmetry,
        List<Overlay> overlays) {}
