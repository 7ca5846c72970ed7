package dev.tengen.benchmarks;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks: says what there is. */
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
            "  ./tengen bench core --compare-ko           what superko costs beside simple ko",
            "  ./tengen bench encodings                   what each encoding adds to a step",
            "  ./tengen bench unary --transport uds       Step beside an empty call",
            "  ./tengen bench batch --client python       many boards over one stream, 1,024 if not told otherwise",
            "  ./tengen bench curve --client java         the same at 1 to 16,384 boards, and their memory",
            "  ./tengen bench tree --client python        nodes of trees over one stream, 1,024 pairs a message",
            "  ./tengen bench tree-memory                 what a tree of a million nodes keeps",
            "  ./tengen bench start --runs 10             from spawn to the line that says ready",
            "  ./tengen bench sessions --seconds 60       10,000 sessions in a heap of 512 MB",
            "  ./tengen bench memory --encoding alphazero-17",
            "  ./tengen bench races --points 14           the search of capturing races",
            "  ./tengen bench jmh --gc                    the parts of a step in the core, by JMH",
            "",
            "The server is measured as a process of its own: the packed program, as in ./tengen serve. Other work",
            "on the machine changes absolute figures; what is compared is measured in turns in one run.",
            "",
            "Exit codes: 0 every figure is as required; 1 one is not, or a call failed; 2 the command was not",
            "understood; 3 the server could not be started."
        })
public final class Main implements Runnable {
    /** The exit code where the server cannot be started. */
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
