/**
 * Not part of the API: connections, calls, streams, and the conversion of errors and messages. These types may change
 * in any version.
 *
 * <p>A {@link dev.tengen.client.internal.Call} describes one RPC; {@link dev.tengen.client.internal.Connection} makes
 * it, blocking or not, with deadline and retries. Start reading there.
 */
package dev.tengen.client.internal;
