/**
 * The tools by which a language model plays: their names, descriptions, arguments and results. No transport.
 *
 * <p>Start reading at {@link dev.tengen.gateway.tool.GameTools}.
 */
package dev.tengen.gateway.tool;
