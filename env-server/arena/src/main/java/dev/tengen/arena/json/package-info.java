/**
 * The JSON that the reports, the web page and the command line share: records whose fields are written in snake_case,
 * in their order. Start reading at {@link dev.tengen.arena.json.Json}.
 */
package dev.tengen.arena.json;
