package dev.tengen.benchmarks;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what spectators of a game at the web page cost the server. */
@Command(
        name = "spectators",
        description = "Processor time of a server for a game that many spectators watch at its web page.",
        footer = {
            "",
            "Spectators have event streams, as browsers do. A game without spectators is measured at the same pace, before. "
                    + "Percentages are of one processor, and those of all threads of the server. Nothing is required."
        })
final class SpectatorsCommand extends BenchmarkCommand {
    @Option(
            names = "--spectators",
            defaultValue = "200",
            paramLabel = "COUNT",
            description = "Spectators of the game. Default: ${DEFAULT-VALUE}.")
    private int spectatorCount;

    @Option(
            names = "--size",
            defaultValue = "19",
            paramLabel = "SIZE",
            description = "Size of the board. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--moves-per-second",
            defaultValue = "1,2",
            split = ",",
            paramLabel = "COUNT",
            description = "Paces of the game. Default: ${DEFAULT-VALUE}.")
    private List<Double> paces = List.of();

    @Option(
            names = "--moves",
            defaultValue = "30",
            paramLabel = "COUNT",
            description = "Moves of a run. Default: ${DEFAULT-VALUE}.")
    private int moveCount;

    @Option(
            names = "--runs",
            defaultValue = "3",
            paramLabel = "COUNT",
            description = "Runs of each pace; medians are printed. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    void measure() throws IOException, InterruptedException {
        List<String> options = List.of("--http-port", "0", "--page-listeners", Integer.toString(spectatorCount));
        try (ServerProcess server = ServerProcess.startWith(options);
                Progress progress = Progress.of("spectators", 1L + 2L * paces.size() * runCount)) {
            // The JVM compiles what the measured runs use.
            watch(server, spectatorCount, 10 * moveCount, Duration.ofMillis(50));
            progress.step();
            for (double pace : paces) {
                Duration pause = Duration.ofNanos(Math.round(TimeUnit.SECONDS.toNanos(1) / pace));
                Samples alone = new Samples();
                Samples watched = new Samples();
                for (int run = 0; run < runCount; run++) {
                    alone.add(watch(server, 0, moveCount, pause));
                    progress.step();
                    watched.add(watch(server, spectatorCount, moveCount, pause));
                    progress.step();
                }
                row().add("spectators", spectatorCount)
                        .add("moves_per_second", pace)
                        .add("percent_without_spectators", alone.median())
                        .add("percent_with_spectators", watched.median());
            }
        }
    }

    /** Plays a new game before {@code count} spectators, and returns the processor time of the server in percent of the time. */
    private double watch(ServerProcess server, int count, int moves, Duration pause)
            throws IOException, InterruptedException {
        EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(server.channel());
        RandomSession session = new RandomSession(stub, size, List.of(), 1);
        Spectators spectators = new Spectators(server, session.id(), count);
        long start = System.nanoTime();
        Duration used = processorTime(server);
        for (int move = 1; move <= moves; move++) {
            session.update(session.send(session.randomPlay()));
            TimeUnit.NANOSECONDS.sleep(start + move * pause.toNanos() - System.nanoTime());
        }
        double percent = 100.0 * processorTime(server).minus(used).toNanos() / (System.nanoTime() - start);
        spectators.await(moves);
        session.close();
        return percent;
    }

    private static Duration processorTime(ServerProcess server) {
        return server.process().info().totalCpuDuration().orElseThrow();
    }
}
