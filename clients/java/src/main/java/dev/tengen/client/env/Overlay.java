package dev.tengen.client.env;

import java.util.List;

/**
 * The result of an analysis of a position: one number for each point.
 *
 * @param name name of the overlay
 * @param values the number of each point, row by row from the top left, with no symmetry applied. Numbers that belong
 *     to a color are positive for Black and negative for White.
 */
public record Overlay(String name, List<Integer> values) {}
