package dev.tengen.cli.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineRolloutTest {
    @TempDir
    private Path folder;

    private CommandRun run(Path out, String command, String... options) {
        List<String> words = new ArrayList<>(
                List.of("rollout", "--out", out.toString(), "--size", "3", "--max-moves", "20", "--concurrency", "1"));
        words.addAll(List.of("--engine", "fake=" + command, "--engine-start-seconds", "60"));
        words.addAll(List.of(options));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private static String command(Fault fault, int move) {
        return String.join(" ", FakeEngine.command(fault, move));
    }

    private static JsonNode manifest(Path out) throws IOException {
        return new ObjectMapper().readTree(out.resolve("_manifest.json").toFile());
    }

    @Test
    void engine_thatPlays_isNamedInTheManifest() throws IOException {
        Path out = folder.resolve("out");
        String command = command(Fault.NONE, 1);

        CommandRun run = run(out, command, "--games", "2", "--black", "gtp:fake");

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode spec = manifest(out).get("spec");
        assertThat(spec.get("black").asText()).isEqualTo("gtp:fake");
        assertThat(spec.get("engines").get(0).get("command").asText()).isEqualTo(command);
    }

    @Test
    void engine_thatPlaysIllegally_loses() throws IOException {
        Path out = folder.resolve("out");

        CommandRun run = run(out, command(Fault.OCCUPIED, 2), "--games", "1", "--white", "gtp:fake", "--format", "sgf");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(manifest(out)
                        .get("counts")
                        .get("end_reasons")
                        .get("ILLEGAL_ACTION")
                        .asInt())
                .isEqualTo(1);
        assertThat(manifest(out).get("counts").get("black_wins").asInt()).isEqualTo(1);
        assertThat(out.resolve("games-000000.sgf")).content().contains("RE[B+F]");
    }

    @Test
    void engine_thatRefusesALegalMove_truncatesTheGame() throws IOException {
        Path out = folder.resolve("out");

        CommandRun run = run(out, command(Fault.REFUSE, 1), "--games", "1", "--white", "gtp:fake");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(manifest(out).get("counts").get("truncations").asInt()).isEqualTo(1);
    }

    @Test
    void engine_thatResigns_loses() throws IOException {
        Path out = folder.resolve("out");

        CommandRun run = run(out, command(Fault.RESIGN, 2), "--games", "1", "--black", "gtp:fake", "--format", "sgf");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(out.resolve("games-000000.sgf")).content().contains("RE[W+R]");
    }

    @Test
    void engine_thatDies_stopsTheCommandAndLosesNoGame() throws IOException {
        Path out = folder.resolve("out");

        CommandRun run = run(out, command(Fault.DIE, 2), "--games", "3", "--white", "gtp:fake");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("game 0 of random (Black) and gtp:fake (White) stopped after move 3: ");
        assertThat(out.resolve("games-000000.journal")).exists();
        assertThat(out.resolve("_manifest.json")).doesNotExist();
    }

    @Test
    void engine_thatCannotStart_isReportedBeforeAnyGame() {
        Path out = folder.resolve("out");

        CommandRun run = run(out, command(Fault.DIE_AT_START, 1), "--games", "3", "--white", "gtp:fake");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("gtp:fake does not start", "no license");
        assertThat(out).doesNotExist();
    }

    @Test
    void engine_seedInItsCommand_differsInEachGameOnly() throws IOException {
        Path out = folder.resolve("out");
        Path seeds = folder.resolve("seeds");
        Path script = Files.writeString(folder.resolve("engine.sh"), "echo $1 >> " + seeds + "\nshift\nexec \"$@\"\n");
        String command = "sh " + script + " seed={seed} " + command(Fault.PASS, 1);

        run(out, command, "--games", "2", "--white", "gtp:fake", "--seed", "4");
        List<String> first = Files.readAllLines(seeds);
        Files.delete(seeds);
        run(folder.resolve("again"), command, "--games", "2", "--white", "gtp:fake", "--seed", "4");

        // The first start asks the engine for its name.
        assertThat(first).hasSize(3).doesNotHaveDuplicates().startsWith("seed=0");
        assertThat(first).allMatch(line -> line.matches("seed=[0-9]+"));
        assertThat(Files.readAllLines(seeds)).isEqualTo(first);
    }
}
