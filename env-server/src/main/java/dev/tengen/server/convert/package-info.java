/**
 * Translation between the generated messages and the core, and between errors and gRPC statuses.
 *
 * <p>The only package of the server that builds messages out of core types, or core types out of messages.
 */
package dev.tengen.server.convert;
