package dev.tengen.cli.arena;

import java.io.PrintStream;
import java.io.PrintWriter;

/** Shows the progress of a tournament while it runs. */
public interface RunDisplay extends AutoCloseable {
    @Override
    void close();

    /** Returns a display with a progress bar and live standings. */
    static RunDisplay onTerminal(RunProgress progress, PrintStream terminal) {
        return new TerminalDisplay(progress, terminal);
    }

    /** Returns a display that prints a line from time to time. */
    static RunDisplay inLines(RunProgress progress, PrintWriter out) {
        return new LineDisplay(progress, out);
    }
}
