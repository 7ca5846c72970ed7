package dev.tengen.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * A run of a command in the process of the test.
 *
 * @param exitCode its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record CommandRun(int exitCode, String out, String err) {
    /** Runs a command with an empty environment. */
    public static CommandRun of(String... args) {
        return in(Map.of(), args);
    }

    /** Runs a command with these environment variables. */
    public static CommandRun in(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                Main.commandLine(environment).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        int exitCode = line.execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Runs a command with {@code input} as standard input. */
    public static CommandRun reading(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return of(args);
        } finally {
            System.setIn(before);
        }
    }

    /** Returns the lines of standard output. */
    public List<String> lines() {
        return out.lines().toList();
    }
}
