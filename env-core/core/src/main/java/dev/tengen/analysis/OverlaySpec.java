package dev.tengen.analysis;

/**
 * The name and meaning of an overlay.
 *
 * @param name the name in requests, such as "pass-alive"
 * @param meaning the meaning of its numbers
 * @param min the smallest number
 * @param max the largest number; {@link Integer#MAX_VALUE} if there is no limit
 */
public record OverlaySpec(String name, String meaning, int min, int max) {}
