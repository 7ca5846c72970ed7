package dev.tengen.cli.mcp;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.gateway.mcp.StandardStreams;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code tengen mcp}: a server of the Model Context Protocol on standard input and output. */
@Command(
        name = "mcp",
        description = "Let an assistant play: a server of the Model Context Protocol on standard input and output.",
        sortOptions = false,
        footer = {
            "",
            "An assistant starts this command by its configuration, as docs/guide/language-models.md shows, and",
            "ends it by closing standard input. A server with --openenv has the same tools at /mcp/v1."
        })
public final class McpCommand extends BaseCommand {
    @Override
    public Integer call() throws IOException {
        StandardStreams.serve(System.in, System.out);
        return ExitCode.OK;
    }
}
