/** A server without a socket, for clients in the same process that are not written in Java. */
@NullMarked
package dev.tengen.server.embedded;

import org.jspecify.annotations.NullMarked;
