package dev.tengen.cli.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a rollout are killed at random moments and started again. What they leave equals, to the byte, a rollout
 * in one process that nobody disturbs.
 */
@Tag("full")
class KillTest {
    @TempDir
    private Path folder;

    private Process start(Path out, String options, int shard, int shardCount) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "rollout",
                "--out",
                out.toString(),
                "--concurrency",
                "1",
                "--shard",
                shard + "/" + shardCount));
        command.addAll(Arrays.asList(options.split(" ")));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("log" + shard).toFile()))
                .start();
    }

    /**
     * Plays with {@code shardCount} processes, of which up to {@code atOnce} run at a time. Kills running ones until
     * {@code killCount} kills are done, each after up to {@code maxMillis}. Returns the number of kills that hit a
     * running process.
     */
    private int play(Path out, String options, int shardCount, int atOnce, int killCount, int maxMillis, long seed)
            throws IOException, InterruptedException {
        SplitMix64 random = new SplitMix64(seed);
        List<Integer> waiting = new ArrayList<>();
        for (int shard = 0; shard < shardCount; shard++) {
            waiting.add(shard);
        }
        List<Integer> running = new ArrayList<>();
        List<Process> processes = new ArrayList<>();
        int kills = 0;
        try {
            while (!waiting.isEmpty() || !running.isEmpty()) {
                while (running.size() < atOnce && !waiting.isEmpty()) {
                    int shard = waiting.remove(random.nextInt(waiting.size()));
                    running.add(shard);
                    processes.add(start(out, options, shard, shardCount));
                }
                int chosen = random.nextInt(running.size());
                Process process = processes.get(chosen);
                boolean isEnded = kills < killCount
                        ? process.waitFor(random.nextInt(maxMillis), TimeUnit.MILLISECONDS)
                        : process.waitFor() >= 0;
                if (!isEnded) {
                    process.destroyForcibly().waitFor();
                }
                int exitCode = process.exitValue();
                processes.remove(chosen);
                int shard = running.remove(chosen);
                if (exitCode == 128 + 9) {
                    kills++;
                    waiting.add(shard);
                } else {
                    assertThat(exitCode).as("exit code of shard %d", shard).isZero();
                }
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        return kills;
    }

    @Test
    void games_afterKills_areThoseOfAnUndisturbedRun() throws Exception {
        String options = "--games 150 --size 7 --seed 21 --games-per-file 10 --black greedy --white greedy";
        Path killed = folder.resolve("killed");

        int kills = play(killed, options, 3, 2, 5, 2500, 99);

        Path whole = Rollouts.complete(folder.resolve("whole"), options);
        assertThat(kills).isEqualTo(5);
        assertThat(Rollouts.contents(killed)).isEqualTo(Rollouts.contents(whole));
    }

    @Test
    @Tag("long")
    void games_hundredThousand_afterTwentyKills_areThoseOfAnUndisturbedRun() throws Exception {
        String options = "--games 100000 --size 9 --seed 22";
        Path killed = folder.resolve("killed");

        int kills = play(killed, options, 8, 2, 20, 4000, 98);

        Path whole = Rollouts.complete(folder.resolve("whole"), options);
        assertThat(kills).isEqualTo(20);
        assertThat(Rollouts.contents(killed)).isEqualTo(Rollouts.contents(whole));
    }
}
