package dev.tengen.cli;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.cli.option.EnumNames;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.option.GridConverter;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Logging;
import dev.tengen.cli.serve.ServeCommand;
import dev.tengen.cli.serve.SettingsProvider;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.store.StoreException;
import dev.tengen.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The executable. */
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    /** What is wrong with a file, by the exception for it. */
    private static final Map<Class<?>, String> REASONS = Map.of(
            NoSuchFileException.class, "no such file or folder",
            AccessDeniedException.class, "permission denied",
            FileAlreadyExistsException.class, "exists already");

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        // gRPC and Netty log through java.util.logging.
        LogManager.getLogManager().reset();
        SLF4JBridgeHandler.install();
        FatalErrors.install();
        // JSON is UTF-8 in every locale.
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        System.exit(commandLine(EnvironmentVariables.ofProcess()).setOut(out).execute(args));
    }

    /** Returns the command line. {@code environment} has the environment variables. */
    public static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new TengenCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(dev.tengen.board.Grid.class, GridConverter::parse)
                .registerConverter(dev.tengen.game.Ko.class, value -> EnumNames.parse(dev.tengen.game.Ko.class, value))
                .registerConverter(
                        dev.tengen.game.Suicide.class, value -> EnumNames.parse(dev.tengen.game.Suicide.class, value))
                .registerConverter(Logging.Format.class, value -> EnumNames.parse(Logging.Format.class, value))
                .registerConverter(Logging.Level.class, value -> EnumNames.parse(Logging.Level.class, value))
                .setUsageHelpWidth(100)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((error, command, parsed) -> report(error, command));
        CommandLine serve = Objects.requireNonNull(line.getSubcommands().get("serve"));
        SettingsProvider settings = new SettingsProvider(serve.getCommandSpec(), environment);
        serve.setDefaultValueProvider(settings);
        ServeCommand.showGroups(serve);
        // A game may start with a minus sign.
        Objects.requireNonNull(line.getSubcommands().get("cgt")).setUnmatchedOptionsArePositionalParams(true);
        line.setParameterExceptionHandler((error, args) -> reportUsage(error, settings));
        return line;
    }

    /**
     * Reports an invalid argument, with the option or command that it may be a misspelling of, or with its origin if
     * that is not the command line. The usage of a command may be far longer than a screen, so only that of a group of
     * commands follows.
     */
    private static int reportUsage(ParameterException error, SettingsProvider settings) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        Optional<String> origin = settings.origin(error.getArgSpec());
        if (origin.isPresent()) {
            err.println(VisibleText.line("tengen: " + error.getMessage() + " (from " + origin.get() + ")"));
            return ExitCode.USAGE;
        }
        String hint = hint(error);
        err.println(command.getColorScheme().errorText(VisibleText.line(error.getMessage() + hint)));
        if (hint.isEmpty() && !command.getSubcommands().isEmpty()) {
            command.usage(err, command.getColorScheme());
        } else {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'");
        }
        return ExitCode.USAGE;
    }

    /** Returns the option or command that an unknown one may be a misspelling of, as the end of a message. */
    private static String hint(ParameterException error) {
        if (!(error instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String first = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        CommandSpec spec = error.getCommandLine().getCommandSpec();
        return Names.hint(
                first,
                first.startsWith("-")
                        ? spec.optionsMap().keySet()
                        : spec.subcommands().keySet());
    }

    private static int report(Exception thrown, CommandLine command) {
        Exception error =
                thrown instanceof UncheckedIOException wrapper ? Objects.requireNonNull(wrapper.getCause()) : thrown;
        int exitCode = exitCode(error);
        if (exitCode == ExitCode.INTERNAL) {
            LOG.error("Internal error", error);
        } else {
            command.getErr().println(VisibleText.line("tengen: " + message(error)));
        }
        return exitCode;
    }

    /** Returns the message of an error. Those of files without a reason of their own have no more than the path. */
    private static String message(Exception error) {
        if (error instanceof FileSystemException failure && failure.getReason() == null) {
            String reason = REASONS.getOrDefault(failure.getClass(), "cannot be used");
            return failure.getFile() + ": " + reason;
        }
        return String.valueOf(error.getMessage());
    }

    private static int exitCode(Exception error) {
        if (error instanceof TengenException failure) {
            return failure.status().equals("UNAVAILABLE") ? ExitCode.UNAVAILABLE : ExitCode.FAILED;
        }
        if (error instanceof InvalidValueException || error instanceof ParameterException) {
            return ExitCode.USAGE;
        }
        if (error instanceof StoreException failure) {
            return failure.reason() == StoreException.Reason.NOT_FOUND ? ExitCode.FAILED : ExitCode.UNAVAILABLE;
        }
        return error instanceof IOException ? ExitCode.UNAVAILABLE : ExitCode.INTERNAL;
    }
}
