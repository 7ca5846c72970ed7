/**
 * A blocking client of the environment service.
 *
 * <p>Start reading at {@link dev.tengen.client.TengenClient}. Messages of the contract do not leave this package; {@code
 * Messages} translates them.
 */
package dev.tengen.client;
