/**
 * Static analysis of a position: pass-alive chains, ladders, eyes, influence and stone ages.
 *
 * <p>Nothing here chooses a move or encodes feature planes. Start reading at {@link dev.tengen.analysis.PassAlive} or
 * {@link dev.tengen.analysis.Ladders}.
 */
package dev.tengen.analysis;
