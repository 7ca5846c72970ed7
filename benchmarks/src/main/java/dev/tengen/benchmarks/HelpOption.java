package dev.tengen.benchmarks;

import picocli.CommandLine.Option;

/** The option {@code --help}, which every command has. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable")
    private boolean isHelpAsked;
}
