package dev.tengen.cli;

import dev.tengen.board.InvalidValueException;
import dev.tengen.client.TengenException;
import java.io.IOException;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;

/** The one executable of the project. */
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        // gRPC and Netty log through java.util.logging.
        LogManager.getLogManager().reset();
        SLF4JBridgeHandler.install();
        System.exit(commandLine().execute(args));
    }

    /** Returns the command line, ready to execute. */
    static CommandLine commandLine() {
        return new CommandLine(new TengenCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(dev.tengen.board.Grid.class, GridConverter::parse)
                .registerConverter(dev.tengen.game.Ko.class, value -> EnumNames.parse(dev.tengen.game.Ko.class, value))
                .registerConverter(
                        dev.tengen.game.Suicide.class, value -> EnumNames.parse(dev.tengen.game.Suicide.class, value))
                .setUsageHelpWidth(100)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((error, command, parsed) -> report(error, command));
    }

    private static int report(Exception error, CommandLine command) {
        if (error instanceof TengenException failure) {
            command.getErr().println("tengen: " + failure.getMessage());
            return failure.status().equals("UNAVAILABLE") ? ExitCode.UNAVAILABLE : ExitCode.FAILED;
        }
        if (error instanceof InvalidValueException || error instanceof CommandLine.ParameterException) {
            command.getErr().println("tengen: " + error.getMessage());
            return ExitCode.USAGE;
        }
        if (error instanceof IOException) {
            command.getErr().println("tengen: " + error.getMessage());
            return ExitCode.UNAVAILABLE;
        }
        LOG.error("The command failed", error);
        return ExitCode.INTERNAL;
    }
}
