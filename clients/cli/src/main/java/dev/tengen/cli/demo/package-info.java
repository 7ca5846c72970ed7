/** {@code tengen demo}: real games and a new one, over gRPC. */
package dev.tengen.cli.demo;
