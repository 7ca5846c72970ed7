/**
 * Tree search with an evaluator outside: AlphaZero's PUCT and Gumbel AlphaZero, for self-play over many games and for
 * single positions. Start reading at {@link dev.tengen.search.SelfPlay} and {@link dev.tengen.search.PositionSearch};
 * what they share is {@code SearchTree}.
 *
 * <h2>Rounds</h2>
 *
 * <p>The package has no network and no threads. It selects leaves and writes them to
 * {@link dev.tengen.search.LeafRows}: planes, action masks, and what identifies them. The caller evaluates the rows, by
 * any means, and returns {@link dev.tengen.search.Evaluations}: priors and a value for each row. That is a round. The
 * trees grow by the leaves, and the values flow back to the roots. When a search has had its simulations, the next
 * round plays its move first.
 *
 * <h2>Values</h2>
 *
 * <p>A value is from -1, a certain loss, to 1, a certain win, and always for the player to move at the position that it
 * belongs to. An edge keeps the sum of the values of its visits for the player to move at its node, the one who makes
 * the move. So a value changes its sign with each step towards the root. Positions in which the game is over are not
 * evaluated: their value is the exact result.
 *
 * <h2>Trees</h2>
 *
 * <p>A node has the prior of each action, in 16 bits, and edges for visited actions only. Of the others, just the one
 * with the greatest prior competes, since they share one value; it is searched for only after the last one has got an
 * edge. So a node of a 9×9 board takes about 230 bytes and one of a 19×19 board about 800, most of them priors. All
 * nodes of a tree are in one array without free places: nodes are only added, and when a move is played, its subtree is
 * copied to another array and back, which leaves the garbage behind.
 *
 * <p>There are no boards in a tree. A thread reaches a leaf on its own board, which becomes a copy of the root's game
 * and then plays the path. This is faster than undo, and the whole history is there: superko forbids what it must, and
 * encodings show earlier boards.
 *
 * <h2>Determinism</h2>
 *
 * <p>A game is a function of its seed, the settings and the evaluations of its own leaves. Each tree has its own random
 * generator, does everything in an order of its own, and knows nothing of other trees. So the records of a self-play
 * are the same for any number of threads, any ranges and any sizes of batches. Ties are broken by the lower action. No
 * result depends on how a machine rounds: functions such as logarithms are those of {@link java.lang.StrictMath}.
 * Networks may round differently in batches of other shapes, so a training run that must be repeatable keeps its
 * batches as they were.
 */
package dev.tengen.search;
