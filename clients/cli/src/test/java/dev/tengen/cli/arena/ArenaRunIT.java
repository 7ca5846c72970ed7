package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.SplitMix64;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tournaments of the packed program, which is killed while they run. */
@Tag("full")
class ArenaRunIT {
    private static final int GAME_COUNT = 120;

    @TempDir
    private Path folder;

    private Path writeCup() throws IOException {
        return Files.writeString(folder.resolve("cup.yaml"), """
                players: [greedy, {name: search, player: "monte-carlo:playouts=40"}, eye-safe-random]
                format: {round_robin: {pairs: 20}}
                size: 7
                concurrency: 4
                seed: 1
                """);
    }

    private Process start(Path file, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target/tengen.jar").toAbsolutePath().toString(),
                "arena",
                "run",
                file.toString()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).directory(folder.toFile()).start();
    }

    /** The times of the kills come from a seed, but their effect depends on the machine. */
    @ParameterizedTest
    @ValueSource(longs = {1})
    void run_killedAtRandomMoments_playsEachGameOnce(long seed) throws Exception {
        Path file = writeCup();
        SplitMix64 random = new SplitMix64(seed);
        int killCount = 0;
        Process run = start(file);
        while (killCount < 5 && !run.waitFor(700 + random.nextInt(2000), TimeUnit.MILLISECONDS)) {
            run.destroyForcibly().waitFor();
            killCount++;
            run = start(file);
        }

        String out = output(run);

        ArenaFiles results = new ArenaFiles(folder.resolve("cup-results"));
        TournamentSettings settings = TournamentFile.read(file).settings();
        assertThat(run.exitValue()).isZero();
        assertThat(killCount).isGreaterThan(1);
        assertThat(out).startsWith("cup: ended, " + GAME_COUNT + " games over\n");
        assertThat(results.games("cup")).hasSize(GAME_COUNT);
        assertThat(results.games("cup").stream()
                        .map(game -> game.game().pair()
                                + game.game().black()
                                + game.game().white())
                        .distinct())
                .hasSize(GAME_COUNT);
        List<Double> elos = StreamSupport.stream(
                        results.json().at("/standings/rows").spliterator(), false)
                .map(row -> row.get("elo").asDouble())
                .toList();
        assertThat(results.recomputed(settings).rows())
                .extracting(row -> row.rating().elo())
                .isEqualTo(elos);
    }

    @Test
    void run_toldToStop_stopsCleanlyAndGoesOn() throws Exception {
        Path file = writeCup();
        Process first = start(file);
        try (BufferedReader messages = first.errorReader()) {
            assertThat(messages.readLine()).isEqualTo("cup: 3 players, 120 games on 7x7; results in cup-results");

            first.toHandle().destroy(); // Process.destroy would close what it has to say.

            assertThat(messages.lines()).contains("Stopped. To resume: tengen arena run " + file);
            assertThat(first.waitFor()).as("exit code of a JVM after SIGTERM").isEqualTo(143);
        }
        Process second = start(file, "--json");
        JsonNode json = new ObjectMapper().readTree(output(second));
        assertThat(json.get("state").asText()).isEqualTo("ENDED");
        assertThat(json.get("ended_game_count").asInt()).isEqualTo(GAME_COUNT);
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }
}
