package dev.tengen.solve;

/**
 * How far an answer is.
 *
 * @param proven the bounds proven so far
 * @param nodes states searched
 * @param deepest moves of the longest line searched
 * @param certificateCount what the table holds
 */
public record SolveProgress(Bounds proven, long nodes, int deepest, int certificateCount) {}
