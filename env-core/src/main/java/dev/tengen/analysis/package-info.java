/**
 * What can be said of a position without playing on: which stones live whatever happens, and the like.
 *
 * <p>Nothing here chooses a move or turns a position into planes. Start reading at {@link dev.tengen.analysis.PassAlive} or
 * {@link dev.tengen.analysis.Ladders}.
 */
package dev.tengen.analysis;
