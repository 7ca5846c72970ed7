package dev.tengen.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * A command carried out within the test.
 *
 * @param exitCode its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(String... args) {
        return in(Map.of(), args);
    }

    /** Carries out a command where the environment has these variables. */
    static CommandRun in(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                Main.commandLine(environment).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        int exitCode = line.execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
