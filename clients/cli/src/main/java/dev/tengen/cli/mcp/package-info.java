/** The command {@code mcp}: games for an assistant that starts this program. */
package dev.tengen.cli.mcp;
