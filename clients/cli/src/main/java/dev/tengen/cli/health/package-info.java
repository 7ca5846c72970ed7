/** {@code tengen health}: a health check of a server. */
package dev.tengen.cli.health;
