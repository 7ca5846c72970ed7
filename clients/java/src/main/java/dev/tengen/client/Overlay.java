package dev.tengen.client;

import java.util.List;

/**
 * What an analysis says of a position: one number for each point.
 *
 * @param name name of the overlay
 * @param values the number of each point, row by row from the top left of the board as it is; those that belong to a color
 *     are positive for Black and negative for White
 */
public record Overlay(String name, List<Integer> values) {}
