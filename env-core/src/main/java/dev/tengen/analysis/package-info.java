/**
 * What can be said of a position without playing on: which stones live whatever happens, and the like.
 *
 * <p>Nothing here chooses a move or turns a position into planes. Start reading at {@link dev.tengen.analysis.PassAlive}.
 */
package dev.tengen.analysis;
