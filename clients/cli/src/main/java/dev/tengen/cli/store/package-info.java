/** {@code tengen store}: commands for the store of sessions of a server that does not run. */
package dev.tengen.cli.store;
