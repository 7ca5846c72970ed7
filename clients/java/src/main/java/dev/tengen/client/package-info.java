/**
 * A client of the environment service, for callers who wait and for those who do not.
 *
 * <p>Start reading at {@link dev.tengen.client.TengenClient} or {@link dev.tengen.client.AsyncTengenClient}. {@code
 * ServerCalls} and {@code SessionCalls} build every call once; {@code Connection} makes it in either way. Messages of the
 * contract do not leave this package; {@code Messages} translates them.
 */
package dev.tengen.client;
