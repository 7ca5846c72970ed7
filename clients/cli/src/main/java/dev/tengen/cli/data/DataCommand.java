package dev.tengen.cli.data;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tengen data}: works on the games of rollouts. */
@Command(
        name = "data",
        description = "Check the games that tengen rollout wrote.",
        mixinStandardHelpOptions = true,
        subcommands = {DataVerifyCommand.class, DataReadSgfCommand.class, CommandLine.HelpCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen data verify games        replay every game of a folder by the rules",
            "",
            "The Python package has more commands, and reads Parquet and npz: tengen data stats, merge,",
            "split, convert. pip install \"tengen-go[data]\".",
            "",
            "docs/guide/rollouts.md is a guide."
        })
public final class DataCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Name a command, as in: tengen data verify games");
    }
}
