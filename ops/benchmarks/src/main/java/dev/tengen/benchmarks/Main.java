package dev.tengen.benchmarks;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
        name = "tengen bench",
        description = "Measure the time and memory that the core and the server need.",
        subcommands = {
            CoreCommand.class,
            EncodingsCommand.class,
            SearchCommand.class,
            UnaryCommand.class,
            BatchCommand.Single.class,
            BatchCommand.Curve.class,
            TreeCommand.class,
            MemoryCommand.Trees.class,
            StartCommand.class,
            SessionsCommand.class,
            MemoryCommand.Sessions.class,
            OverloadCommand.class,
            SecurityCommand.class,
            DurableCommand.class,
            JournalCommand.class,
            RecoveryCommand.class,
            RacesCommand.class,
            JmhCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./tengen bench core --size 19              random play in the core",
            "  ./tengen bench core --compare-ko           the cost of superko, compared with simple ko",
            "  ./tengen bench encodings                   the cost of each encoding in a step",
            "  ./tengen bench search --size 9             self-play with search, without a network",
            "  ./tengen bench unary --transport uds       Step, compared with an empty call",
            "  ./tengen bench batch --client python       many boards over one stream, 1,024 by default",
            "  ./tengen bench curve --client java         the same at 1 to 16,384 boards, and their memory",
            "  ./tengen bench tree --client python        nodes of trees over one stream, 1,024 pairs per message",
            "  ./tengen bench tree-memory                 the memory of a tree of a million nodes",
            "  ./tengen bench start --runs 10             from spawn to the line that reports readiness",
            "  ./tengen bench sessions --seconds 60       10,000 sessions in a heap of 512 MB",
            "  ./tengen bench overload                    goodput and latency at ten times the capacity",
            "  ./tengen bench security                    TLS and a token, compared with neither",
            "  ./tengen bench durable --callers 64        the store of sessions, compared with memory alone",
            "  ./tengen bench journal --client python     the journal of a batch, compared with none",
            "  ./tengen bench recovery                    100,000 stored sessions: create, kill, restart, use, close",
            "  ./tengen bench memory --encoding alphazero-17",
            "  ./tengen bench races --points 14           the search of capturing races",
            "  ./tengen bench jmh --gc                    the parts of a step in the core, by JMH",
            "  ./tengen bench versus --size 9             other environments, in turns with Tengen",
            "  ./tengen bench feed --size 9               the way from the boards to a learner in Python",
            "",
            "The server runs in its own process: the packaged program, as in ./tengen serve. Other load on the",
            "machine changes absolute figures; figures that are compared are measured in turns in one run.",
            "",
            "Exit codes: 0 every requirement is met; 1 one is not, or a call failed; 2 invalid command line;",
            "3 the server could not be started."
        })
public final class Main implements Runnable {
    /** The exit code if the server cannot be started. */
    private static final int UNAVAILABLE = 3;

    @Mixin
    @SuppressWarnings("UnusedVariable")
    private final BenchmarkCommand.HelpOption help = new BenchmarkCommand.HelpOption();

    @Spec
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
