/**
 * Engines: programs that speak the protocol on their standard input and output, driven as players.
 *
 * <p>The game of this project decides what is legal; the board of an engine is only synchronized with it. Start reading
 * at {@link dev.tengen.gtp.driver.GtpPlayer}.
 */
package dev.tengen.gtp.driver;
