package dev.tengen.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks: says what there is. */
@Command(
        name = "benchmarks/run",
        description = "Measure what the core and the server cost in time and memory.",
        mixinStandardHelpOptions = true,
        subcommands = {
            UnaryCommand.class,
            StartCommand.class,
            SessionsCommand.class,
            MemoryCommand.class,
            CoreCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  benchmarks/run unary                       Step beside an empty call",
            "  benchmarks/run start --runs 10             from spawn to the line that says ready",
            "  benchmarks/run sessions --seconds 60       10,000 sessions in a heap of 512 MB",
            "  benchmarks/run memory --encoding alphazero-17",
            "  benchmarks/run core                        random play in the core, by JMH",
            "",
            "Exit codes: 0 every figure is as required; 1 one is not, or a call failed; 2 the command was not understood.",
            "Other work on the machine changes absolute figures; ratios are measured side by side in one run."
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Main() {}

    /** Runs a measurement and ends the process with its exit code. */
    public static void main(String[] args) {
        CommandLine commandLine =
                new CommandLine(new Main()).setUsageHelpWidth(100).setUsageHelpAutoWidth(true);
        System.exit(commandLine.execute(args));
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Name a measurement, as in: benchmarks/run unary");
    }
}
