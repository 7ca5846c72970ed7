package dev.tengen.analysis;

/**
 * What an overlay shows.
 *
 * @param name what requests call it, as in "pass-alive"
 * @param meaning what its numbers say
 * @param min the least number
 * @param max the greatest number; {@link Integer#MAX_VALUE} where there is no limit
 */
public record OverlaySpec(String name, String meaning, int min, int max) {}
