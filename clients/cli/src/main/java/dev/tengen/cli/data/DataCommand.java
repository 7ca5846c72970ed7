package dev.tengen.cli.data;

import dev.tengen.cli.option.CommandGroup;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code tengen data}: the Python package has its commands. This program reads game records for them. */
@Command(
        name = "data",
        description = "Verify, count, merge, split and convert games. The Python package has these commands.",
        subcommands = DataReadSgfCommand.class,
        footer = {
            "",
            "Install the package with pip install \"tengen-go[data]\"; its command is named tengen, too:",
            "  tengen data verify games        replay every game of a folder by the rules",
            "",
            "docs/guide/data.md is a guide."
        })
public final class DataCommand extends CommandGroup {
    @Unmatched
    @SuppressWarnings("UnusedVariable")
    private final List<String> ignored = new ArrayList<>();

    /** Creates the command. */
    public DataCommand() {
        super("The commands of tengen data are part of the Python package: pip install \"tengen-go[data]\"");
    }
}
