package dev.tengen.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tengen completion}: prints a completion script for bash and zsh. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        mixinStandardHelpOptions = true,
        footer = {"", "Use it with:  source <(tengen completion)"})
final class CompletionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("tengen", spec.root().commandLine()));
    }
}
