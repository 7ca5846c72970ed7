/**
 * The exceptions of this client.
 *
 * <p>Start reading at {@link dev.tengen.client.error.TengenException}.
 */
package dev.tengen.client.error;
