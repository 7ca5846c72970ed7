package dev.tengen.cli.arena;

import java.io.PrintStream;
import java.io.PrintWriter;

/** Shows how a tournament goes while it is played. */
public interface RunDisplay extends AutoCloseable {
    @Override
    void close();

    /** Returns a bar with the standings below it, drawn anew again and again. */
    static RunDisplay onTerminal(RunProgress progress, PrintStream terminal) {
        return new TerminalDisplay(progress, terminal);
    }

    /** Returns a line now and then. */
    static RunDisplay inLines(RunProgress progress, PrintWriter out) {
        return new LineDisplay(progress, out);
    }
}
