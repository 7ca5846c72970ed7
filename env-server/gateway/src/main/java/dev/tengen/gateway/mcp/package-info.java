/**
 * The Model Context Protocol: over Streamable HTTP, and over standard input and output.
 *
 * <p>Start reading at {@link dev.tengen.gateway.mcp.McpRoutes} and {@link dev.tengen.gateway.mcp.StandardStreams}.
 */
package dev.tengen.gateway.mcp;
