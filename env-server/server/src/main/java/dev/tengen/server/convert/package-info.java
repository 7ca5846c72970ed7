/**
 * Conversion between the generated messages and core types, and from errors to gRPC statuses.
 *
 * <p>Generated messages are built and read here and in {@code service}, nowhere else in the server.
 */
package dev.tengen.server.convert;
