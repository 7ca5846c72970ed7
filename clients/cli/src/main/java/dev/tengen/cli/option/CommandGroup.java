package dev.tengen.cli.option;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base class of commands that only have subcommands: without one, the command line is invalid. */
@Command(mixinStandardHelpOptions = true)
public abstract class CommandGroup implements Runnable {
    private final String message;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Creates a group. {@code message} says what to type. */
    protected CommandGroup(String message) {
        this.message = message;
    }

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), message);
    }
}
