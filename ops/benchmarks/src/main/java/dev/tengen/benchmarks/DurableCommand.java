package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the store of sessions costs. */
@Command(
        name = "durable",
        description = "Steps that are on disk when they are answered, compared with steps in memory alone.",
        footer = {
            "",
            "Two servers, one with --store FILE, take turns, round by round, with the same number of callers, each of",
            "which steps a session of its own. In the same rounds, a loop writes a page to a file on the same disk and",
            "synchronizes it; no store can commit more often. Callers that wait for a commit share it, so that their",
            "steps in a second may exceed the commits in a second. Required at 64 callers: half of",
            "synchronizations × steps in a commit."
        })
final class DurableCommand extends BenchmarkCommand {
    private static final int REQUIRED_AT = 64;
    private static final double REQUIRED = 0.5;
    private static final int PAGE_BYTES = 4096;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Option(names = "--size", description = "Size. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(
            names = "--callers",
            split = ",",
            description = "Numbers of callers, separated by commas. Default: ${DEFAULT-VALUE}.")
    private List<Integer> callerCounts = List.of(1, 16, 64, 256);

    @Option(names = "--rounds", description = "Rounds to measure. Default: ${DEFAULT-VALUE}.")
    private int roundCount = 5;

    @Option(names = "--seconds", description = "Time of each turn. Default: ${DEFAULT-VALUE}.")
    private double seconds = 2;

    @Option(
            names = "--folder",
            description = "Folder of the store, on the disk to measure. Default: a new one for temporary files.")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    void measure() throws IOException {
        Path own = Files.createTempDirectory(folder, "tengen-bench");
        List<String> store = List.of("--store", own.resolve("sessions.db").toString(), "--http-port", "0");
        int most = callerCounts.stream().mapToInt(Integer::intValue).sum();
        try (ServerProcess plain = ServerProcess.start(most, List.of());
                ServerProcess durable = ServerProcess.start(most, store);
                Progress progress = Progress.of("rounds", callerCounts.size() * (roundCount + 1L))) {
            for (int callerCount : callerCounts) {
                try (Players inMemory = new Players(plain.address(), callerCount);
                        Players onDisk = new Players(durable.address(), callerCount)) {
                    measure(callerCount, inMemory, onDisk, durable, own.resolve("page"), progress);
                }
            }
        }
    }

    private void measure(
            int callerCount, Players inMemory, Players onDisk, ServerProcess durable, Path page, Progress progress)
            throws IOException {
        Samples memory = new Samples();
        Samples disk = new Samples();
        Samples groups = new Samples();
        Samples synchronizations = new Samples();
        for (int round = 0; round <= roundCount; round++) {
            double first = inMemory.stepsPerSecond(seconds);
            double commitsBefore = durable.metric("tengen_store_group_count");
            double writesBefore = durable.metric("tengen_store_group_sum");
            double second = onDisk.stepsPerSecond(seconds);
            double commits = durable.metric("tengen_store_group_count") - commitsBefore;
            double writes = durable.metric("tengen_store_group_sum") - writesBefore;
            double third = synchronizationsPerSecond(page);
            if (round > 0) {
                memory.add(first);
                disk.add(second);
                groups.add(writes / commits);
                synchronizations.add(third);
            }
            progress.step();
        }
        double possible = synchronizations.median() * groups.median();
        double share = disk.median() / possible;
        boolean isRequired = callerCount == REQUIRED_AT;
        row().add("callers", callerCount)
                .add("memory_steps_per_second", memory.median())
                .add("durable_steps_per_second", disk.median())
                .add("ratio", disk.dividedBy(memory).median())
                .add("steps_in_a_commit", groups.median())
                .add("synchronizations_per_second", synchronizations.median())
                .add("share_of_possible", share)
                .add("required", isRequired ? ">= " + REQUIRED : "")
                .add("holds", isRequired ? verdict(share >= REQUIRED) : "");
    }

    private double synchronizationsPerSecond(Path page) throws IOException {
        try (FileChannel file = FileChannel.open(page, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(PAGE_BYTES);
            long start = System.nanoTime();
            long count = 0;
            while (System.nanoTime() - start < seconds * 1e9 / 2) {
                file.write(bytes.clear(), count * PAGE_BYTES);
                file.force(false);
                count++;
            }
            return count / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Callers of one server, with a session each. */
    private final class Players implements AutoCloseable {
        private final List<TengenClient> clients = new ArrayList<>();
        private final List<RandomPlayer> players = new ArrayList<>();
        private final Callers threads;

        Players(String address, int count) {
            threads = new Callers(count);
            for (int caller = 0; caller < count; caller++) {
                TengenClient client = TengenClient.connect(address, TIMEOUT);
                clients.add(client);
                players.add(new RandomPlayer(client.createSession(SessionSpec.of(size, size)), caller));
            }
        }

        double stepsPerSecond(double duration) {
            long start = System.nanoTime();
            long before = stepCount();
            threads.forEach(players.size(), caller -> players.get(caller).play(start, duration));
            return (stepCount() - before) / ((System.nanoTime() - start) / 1e9);
        }

        private long stepCount() {
            return players.stream().mapToLong(RandomPlayer::stepCount).sum();
        }

        @Override
        public void close() {
            threads.close();
            clients.forEach(TengenClient::close);
        }
    }
}
