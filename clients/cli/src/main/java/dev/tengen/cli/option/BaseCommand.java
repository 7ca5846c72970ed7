package dev.tengen.cli.option;

import dev.tengen.arena.json.Json;
import dev.tengen.base.Names;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import dev.tengen.text.VisibleText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base class of commands: output, and errors in options. {@link #call} returns the exit code. */
@Command(mixinStandardHelpOptions = true)
public abstract class BaseCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Returns the spec of the command. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** Returns standard output, where invisible characters are escaped: see {@link VisibleWriter}. */
    protected final PrintWriter out() {
        return VisibleWriter.to(spec.commandLine().getOut());
    }

    /** Returns standard error, where invisible characters are escaped: see {@link VisibleWriter}. */
    protected final PrintWriter err() {
        return VisibleWriter.to(spec.commandLine().getErr());
    }

    /** Prints one line to standard error. Invisible characters and line breaks in it are escaped. */
    protected final void printMessage(String line) {
        err().println(VisibleText.line(line));
    }

    /** Prints a record or a tree as a line of JSON. Keys are in snake_case, in the order of a record's components. */
    protected final void printJson(Object value) {
        out().println(Json.text(value));
    }

    /** Prints why a file could not be processed, as text or as JSON. */
    protected final void printFileError(Object file, String problem, boolean isJson) {
        if (isJson) {
            printJson(new FileError(file.toString(), problem));
        } else {
            out().println(VisibleText.line(file + ": " + problem));
        }
    }

    /** Returns an exception for an invalid command line. */
    protected final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Returns the built-in player called {@code name}.
     *
     * @throws ParameterException if there is none
     */
    protected final BuiltInPlayer player(String option, String name) {
        return Players.named(name)
                .orElseThrow(() -> usageError(option + " " + Names.notOneOf(name, Players.choices())));
    }

    private record FileError(String file, String error) {}
}
