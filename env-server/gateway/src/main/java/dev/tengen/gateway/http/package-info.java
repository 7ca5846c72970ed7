/**
 * What the protocols of the gateway share over HTTP: handlers that answer with JSON, errors, and who may do what.
 *
 * <p>Start reading at {@link dev.tengen.gateway.http.JsonResponses}.
 */
package dev.tengen.gateway.http;
