/**
 * Engines: programs that speak the protocol on their standard input and output, driven as players.
 *
 * <p>The game of this project is always the referee; an engine's board is only kept in step with it. Start reading at
 * {@link dev.tengen.gtp.driver.GtpPlayer}; two players meet in a {@link dev.tengen.gtp.driver.Match}.
 */
package dev.tengen.gtp.driver;
