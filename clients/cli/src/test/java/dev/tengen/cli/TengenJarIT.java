package dev.tengen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.output.ExitCode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The packed program in its own process. */
class TengenJarIT {
    private static final Path JAR = Path.of("target/tengen.jar");

    private static Process start(String... args) throws IOException {
        return program(args).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static ProcessBuilder program(String... args) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command);
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }

    @Test
    @Tag("full")
    void serve_otherProcesses_useItUntilItIsStopped() throws Exception {
        Process server = start("serve", "--port", "0", "--json");
        try (BufferedReader lines = server.inputReader()) {
            JsonNode ready = new ObjectMapper().readTree(lines.readLine());
            assertThat(ready.get("event").asText()).isEqualTo("ready");
            String address = ready.get("address").asText();

            assertThat(output(start("info", "--address", address))).contains("alphazero-17");
            assertThat(output(start("demo", "--size", "3", "--address", address)))
                    .contains("Score: ");

            server.destroy();
            assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
            // The JVM exits with 143 after SIGTERM, once its shutdown hooks are done.
            assertThat(server.exitValue()).isEqualTo(143);
        } finally {
            server.destroyForcibly();
        }
    }

    /** After a line that was no message, nothing was answered any more, and the program outlived its input. */
    @Test
    @Tag("full")
    void mcp_badLine_answersTheNextOneAndEndsWithItsInput() throws Exception {
        Process server = start("mcp");
        try {
            try (BufferedWriter input = server.outputWriter()) {
                input.write("garbage\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n");
            }

            assertThat(output(server).lines())
                    .satisfiesExactly(
                            bad -> assertThat(bad).contains("-32700"),
                            good -> assertThat(good).contains("\"id\":7", "\"result\":{}"));
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    @Tag("full")
    void serve_portInUse_saysSoAndFails() throws Exception {
        Process first = start("serve", "--port", "0", "--json");
        try (BufferedReader lines = first.inputReader()) {
            String address =
                    new ObjectMapper().readTree(lines.readLine()).get("address").asText();

            Process second = program("serve", "--port", address.split(":")[1]).start();
            String errors;
            try (BufferedReader errorLines = second.errorReader()) {
                errors = errorLines.lines().collect(Collectors.joining("\n"));
            }

            assertThat(second.waitFor()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(errors)
                    .contains(
                            "cannot listen on " + address + ": ",
                            "choose another address with --port, --socket or --http-port")
                    .doesNotContain("Drain", "\tat ");
        } finally {
            first.destroyForcibly();
        }
    }

    @Test
    @Tag("full")
    void serve_socketAndHttp_answersAtBoth(@TempDir Path folder) throws Exception {
        Path socket = folder.resolve("tengen.sock");
        Process server =
                start("serve", "--socket", socket.toString(), "--http-port", "0", "--json", "--log-format", "json");
        try (BufferedReader lines = server.inputReader()) {
            JsonNode ready = new ObjectMapper().readTree(lines.readLine());
            assertThat(ready.get("address").asText()).isEqualTo("unix:" + socket);
            assertThat(socket).exists();
            URI metrics = URI.create("http://" + ready.get("http_address").asText() + "/metrics");

            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());

            assertThat(answer.body()).contains("tengen_sessions_open 0.0");
            server.destroy();
            assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(socket).doesNotExist();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    @Tag("full")
    void serve_withHttp_printsTheAddressOfThePage() throws Exception {
        Process server = start("serve", "--port", "0", "--http-port", "0");
        try (BufferedReader lines = server.inputReader()) {
            assertThat(lines.readLine()).contains("serves at 127.0.0.1:");
            String line = lines.readLine();
            assertThat(line).startsWith("The page is at http://127.0.0.1:");

            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(line.substring(line.indexOf("http"))))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(page.body()).contains("<title>Tengen</title>");
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void demo_packedProgram_endsWithTheScore() throws Exception {
        List<String> lines = output(start("demo", "--size", "5")).lines().toList();

        assertThat(lines.get(lines.size() - 1)).startsWith("Score: ");
    }

    @Test
    void gtp_quitAndEndOfInput_endWithZeroAndOnlyAnswers() throws Exception {
        for (String last : List.of("quit\n", "")) {
            Process engine = start("gtp", "--size", "5");
            BufferedWriter commands = engine.outputWriter();
            try (BufferedReader answers = engine.inputReader()) {
                commands.write("1 genmove black\n");
                commands.flush();

                // The response arrives before the next command is sent.
                assertThat(answers.readLine()).matches("=1 [A-E][1-5]");
                assertThat(answers.readLine()).isEmpty();
                commands.write(last);
                commands.close();
                assertThat(answers.lines().toList()).isEqualTo(last.isEmpty() ? List.of() : List.of("=", ""));
                assertThat(engine.waitFor()).isZero();
            }
        }
    }

    @Test
    void gtp_embedded_startsNoServer() throws Exception {
        Process engine = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stderr",
                        "-jar",
                        JAR.toString(),
                        "gtp")
                .start();
        try (BufferedWriter commands = engine.outputWriter()) {
            commands.write("genmove black\nquit\n");
        }

        String loaded = new String(engine.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(engine.waitFor()).isZero();
        assertThat(loaded)
                .contains("dev.tengen.cli.gtp.Engine ")
                // Other commands refer to a few gRPC types, and picocli inspects all commands for their options.
                .doesNotContain(" io.grpc.internal.", " io.grpc.netty.", " io.netty.", " com.google.protobuf.");
    }

    /** Only Linux takes system fonts from fontconfig. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Tag("full")
    void planes_noFontOnTheSystem_pngFailsWithAReasonAndSvgIsDrawn(@TempDir Path folder) throws Exception {
        Path fonts = Files.writeString(
                folder.resolve("fonts.conf"), "<?xml version=\"1.0\"?><fontconfig><dir>/none</dir></fontconfig>");
        Path record = Files.writeString(folder.resolve("game.sgf"), "(;GM[1]SZ[3]KM[7.5];B[bb])");
        for (String ending : List.of("png", "svg")) {
            Path picture = folder.resolve("planes." + ending);
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            // Java caches the fonts that it finds in the user's home.
                            "-Duser.home=" + folder,
                            "-jar",
                            JAR.toString(),
                            "planes",
                            record.toString(),
                            "--out",
                            picture.toString())
                    .redirectErrorStream(true);
            builder.environment().put("FONTCONFIG_FILE", fonts.toString());
            Process process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            boolean isDrawn = ending.equals("svg");
            assertThat(process.waitFor()).as(said).isEqualTo(isDrawn ? ExitCode.OK : ExitCode.FAILED);
            assertThat(said)
                    .startsWith(picture + (isDrawn ? ": alphazero-17" : ": cannot be drawn: a PNG needs a font"));
            assertThat(said.lines()).hasSize(1);
            assertThat(Files.exists(picture)).isEqualTo(isDrawn);
        }
    }
}
