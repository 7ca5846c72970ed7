package dev.tengen.solve;

/**
 * The progress of a solver.
 *
 * @param proven the bounds proven so far
 * @param nodes the number of searched states
 * @param deepest the depth of the longest line searched, in moves
 * @param certificateCount the number of proofs in the transposition table
 */
public record SolveProgress(Bounds proven, long nodes, int deepest, int certificateCount) {}
