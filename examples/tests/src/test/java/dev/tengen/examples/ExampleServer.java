package dev.tengen.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of the packed command line in a process of its own. */
final class ExampleServer implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("\"address\":\"([^\"]+)\"");

    private final Process process;
    private final String address;

    /** Starts a server on a free port, with options of {@code tengen serve}. */
    ExampleServer(String... options) throws IOException {
        this(0, options);
    }

    /** Starts a server on a port. */
    ExampleServer(int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-jar",
                System.getenv("TENGEN_JAR"),
                "serve",
                "--json",
                "--log-level=warn",
                "--port=" + port));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader();
        String ready = output.readLine();
        Matcher matcher = ADDRESS.matcher(String.valueOf(ready));
        if (!matcher.find()) {
            process.destroyForcibly();
            throw new IOException("the server did not start; it printed: " + ready);
        }
        address = matcher.group(1);
    }

    /** Returns its address, as in "127.0.0.1:9019". */
    String address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
        boolean hasStopped =
                process.onExit().completeOnTimeout(null, 20, TimeUnit.SECONDS).join() != null;
        if (!hasStopped) {
            process.destroyForcibly();
            throw new AssertionError("the server does not stop");
        }
    }
}
