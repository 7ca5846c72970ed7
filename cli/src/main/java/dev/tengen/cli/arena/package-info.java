/**
 * Tournaments of the command line: played in this process, shown while they are played, and told when they are over.
 *
 * <p>Nothing here knows of options; start reading at {@link dev.tengen.cli.arena.KeptRun}.
 */
package dev.tengen.cli.arena;
