/** {@code tengen replay}: checks and scores game records at a server. */
package dev.tengen.cli.replay;
