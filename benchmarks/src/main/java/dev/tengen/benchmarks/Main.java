package dev.tengen.benchmarks;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tengen bench}: the command line of the benchmarks. */
@Command(
        name = "tengen bench",
        description = "Measure what the core and the server cost in time and memory.",
        subcommands = {
            CoreCommand.class,
            EncodingsCommand.class,
            UnaryCommand.class,
            BatchCommand.class,
            CurveCommand.class,
            TreeCommand.class,
            TreeMemoryCommand.class,
            StartCommand.class,
            SessionsCommand.class,
            MemoryCommand.class,
            RacesCommand.class,
            JmhCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./tengen bench core --size 19              random play in the core",
            "  ./tengen bench core --compare-ko           the cost of superko relative to simple ko",
            "  ./tengen bench encodings                   the time that each encoding adds to a step",
            "  ./tengen bench unary --transport uds       the latency of Step and of an empty call",
            "  ./tengen bench batch --client python       many boards over one stream, default 1,024",
            "  ./tengen bench curve --client java         the same at 1 to 16,384 boards, and their memory",
            "  ./tengen bench tree --client python        tree nodes over one stream, 1,024 per message",
            "  ./tengen bench tree-memory                 the memory of a tree of a million nodes",
            "  ./tengen bench start --runs 10             the time until a server is ready",
            "  ./tengen bench sessions --seconds 60       10,000 sessions in a heap of 512 MB",
            "  ./tengen bench memory --encoding alphazero-17",
            "  ./tengen bench races --points 14           the search of capturing races",
            "  ./tengen bench jmh --gc                    the parts of a step in the core, by JMH",
            "",
            "The server runs in its own process: the packed program, as in ./tengen serve. Other work on the",
            "machine affects absolute figures. Things to compare are measured in turns in the same run.",
            "",
            "Exit codes: 0 all requirements are met; 1 one is not met, or a call failed; 2 invalid command line;",
            "3 the server could not be started."
        })
public final class Main implements Runnable {
    /** The exit code if the server cannot be started. */
    private static final int UNAVAILABLE = 3;

    @Mixin
    @SuppressWarnings("UnusedVariable")
    private final HelpOption help = new HelpOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Main() {}

    /** Runs a measurement and ends the process with its exit code. */
    public static void main(String[] args) {
        CommandLine commandLine = new CommandLine(new Main())
                .setUsageHelpWidth(100)
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((error, command, parsed) -> report(error, command));
        System.exit(commandLine.execute(args));
    }

    private static int report(Exception error, CommandLine command) throws Exception {
        if (error instanceof IOException) {
            command.getErr().println("benchmarks: " + error.getMessage());
            return UNAVAILABLE;
        }
        throw error;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Name a measurement, as in: tengen bench core");
    }
}
