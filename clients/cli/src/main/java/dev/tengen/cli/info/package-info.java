/** {@code tengen info}: what a server offers. */
package dev.tengen.cli.info;
