/**
 * What streams of requests share, whatever they ask for: the threads that carry them out, the places they take up, and
 * their end when the server stops. The streams themselves, with their flow control, are not here but in {@code service}.
 *
 * <p>Start reading at {@link dev.tengen.server.stream.Answer}.
 */
package dev.tengen.server.stream;
