package dev.tengen.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.Main;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own, started from the packed program, with its log in a file. */
final class JarServer implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private final Process process;
    private final Path log;
    private final String address;
    private final String httpAddress;
    private final String token;

    private JarServer(Process process, Path log, JsonNode ready, String token) {
        this.process = process;
        this.log = log;
        this.token = token;
        address = ready.get("address").asText();
        httpAddress = ready.get("http_address").asText();
    }

    /**
     * Starts a server on free ports of the loopback address, with an HTTP port, and waits until it is ready.
     *
     * @param jar the packed program
     * @param heap the size of the heap, as in "512m"
     * @param log the file for standard error
     * @param options more options of {@code serve}
     */
    static JarServer start(Path jar, String heap, Path log, List<String> options) throws IOException {
        return start(jar, heap, log, options, "");
    }

    /**
     * Starts a server with authentication.
     *
     * @param token the token with which this class asks the server, of an operator; empty if it needs none
     */
    static JarServer start(Path jar, String heap, Path log, List<String> options, String token) throws IOException {
        return start(List.of("-jar", jar.toString()), heap, log, options, token);
    }

    /** Starts the same from the classes of this process. */
    static JarServer startClasses(String heap, Path log, List<String> options) throws IOException {
        List<String> program = List.of("-cp", System.getProperty("java.class.path"), Main.class.getName());
        return start(program, heap, log, options, "");
    }

    private static JarServer start(List<String> program, String heap, Path log, List<String> options, String token)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(java("java"), "-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(program);
        command.addAll(List.of("serve", "--port", "0", "--http-port", "0", "--json"));
        command.addAll(options);
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        String line = process.inputReader().readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("the server does not start: " + Files.readString(log));
        }
        return new JarServer(process, log, new ObjectMapper().readTree(line), token);
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    /** Returns a channel whose calls this class's principal makes. */
    ManagedChannel channel() {
        return NettyChannelBuilder.forTarget(address)
                .usePlaintext()
                .intercept(MixPrincipals.interceptor(token))
                .build();
    }

    /** Returns the address of gRPC, as in "127.0.0.1:1234". */
    String address() {
        return address;
    }

    /** Returns the port of gRPC. */
    int port() {
        return port(address);
    }

    /** Returns the HTTP port. */
    int httpPort() {
        return port(httpAddress);
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Returns whether the process runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the body of an HTTP answer. */
    String get(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + path))
                .timeout(Duration.ofSeconds(60));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Returns every metric by its name with labels. */
    Map<String, Double> metrics() throws IOException, InterruptedException {
        Map<String, Double> metrics = new TreeMap<>();
        get("/metrics").lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            metrics.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return metrics;
    }

    /** Returns the objects that remain after a full collection, which the histogram begins with. */
    ClassHistogram classHistogram() throws IOException, InterruptedException {
        return ClassHistogram.parse(jcmd("GC.class_histogram"));
    }

    /**
     * Returns the count of the program's threads by name, with numbers replaced by "*". Threads of the JVM do not
     * count.
     */
    Map<String, Integer> threads() throws IOException, InterruptedException {
        Map<String, Integer> counts = new TreeMap<>();
        String[] lines = jcmd("Thread.print").split("\n");
        for (int index = 0; index + 1 < lines.length; index++) {
            if (lines[index].startsWith("\"") && lines[index + 1].contains("java.lang.Thread.State")) {
                String name = lines[index].substring(1, lines[index].indexOf('"', 1));
                counts.merge(name.replaceAll("\\d+", "*"), 1, Integer::sum);
            }
        }
        return counts;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(java("jcmd"), Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + output);
        }
        return output;
    }

    /**
     * Returns the count of sockets that the process has open.
     *
     * @throws IOException if the system does not show it, as Linux does
     */
    int socketCount() throws IOException {
        int count = 0;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (Path file : files) {
                try {
                    count += Files.readSymbolicLink(file).toString().startsWith("socket:") ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // It was closed in the meantime.
                }
            }
        }
        return count;
    }

    /** Returns the file of the log. */
    Path log() {
        return log;
    }

    /** Returns the length of the log in bytes. */
    long logBytes() throws IOException {
        return Files.size(log);
    }

    /** Returns the lines of the log that hold one of {@code words}. */
    List<String> logLines(String... words) {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.filter(line -> Stream.of(words).anyMatch(line::contains))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the process, by force if it does not stop by itself. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
