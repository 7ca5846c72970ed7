/**
 * The gateway: games for language models over the HTTP port, by the protocols of their trainers and assistants.
 *
 * <p>Start reading at {@link dev.tengen.gateway.GatewayModule}.
 */
package dev.tengen.gateway;
