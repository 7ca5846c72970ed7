package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures batches of boards. */
abstract class BatchCommand extends StreamCommand {
    @Option(
            names = "--ko",
            description = "Ko rule: positional, situational, natural_situational, simple or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String ko = "positional";

    @Option(
            names = "--in-flight",
            description = "Parts of the batch, each with its own request in flight: while the server steps one, "
                    + "the client reads another. Default: ${DEFAULT-VALUE}.")
    private int partCount = 2;

    private BatchCommand(double seconds, int runCount, double warmUpSeconds) {
        super(seconds, runCount, warmUpSeconds);
    }

    /** Returns the number of boards of the batch with the given index. */
    abstract int laneCount(int index);

    @Override
    final StreamClient openClient(ServerProcess server, int index) throws IOException {
        int laneCount = laneCount(index);
        if (kind == StreamClient.Kind.JAVA) {
            return new JavaBatchClient(server.address(), size, encoding, ko, laneCount, partCount);
        }
        Map<String, Object> options = Map.of(
                "--batch", laneCount, "--size", size, "--encoding", encoding, "--ko", ko, "--in-flight", partCount);
        return new PythonStreamClient("batch.py", server.address(), options);
    }

    @Override
    final void addColumns(Row row, int index) {
        row.add("batch", laneCount(index));
    }

    /** Measures one batch. */
    @Command(
            name = "batch",
            description = "Steps per second of many boards over one stream.",
            footer = {
                "",
                "The server has its own process. The client draws actions from the masks, uniformly among the legal "
                        + "ones, unpacks the observations to one byte per value and reads rewards and ends. Latency "
                        + "is the time from a request to its response while the other parts of the batch are in "
                        + "flight. Processor seconds are per million steps."
            })
    static final class Single extends BatchCommand {
        @Option(names = "--batch", description = "Boards. Default: ${DEFAULT-VALUE}.")
        private int laneCount = 1024;

        Single() {
            super(5, 5, 5);
        }

        @Override
        int laneCount(int index) {
            return laneCount;
        }
    }

    /** Measures batches of different sizes. */
    @Command(
            name = "curve",
            description = "Steps per second at 1 to 16,384 boards, and the server's memory for a board.",
            footer = {
                "",
                "As batch, at one batch size after another, and at all of them again in each run, so that other load "
                        + "on the machine affects them alike. The server keeps all batches open. The bytes per lane "
                        + "are the difference between class histograms of the server before a batch is opened and "
                        + "after its warm-up; at few lanes most of them belong to the connection."
            })
    static final class Curve extends BatchCommand {
        @Option(
                names = "--batches",
                split = ",",
                defaultValue = "1,4,16,64,256,1024,4096,16384",
                description = "Numbers of boards. Default: ${DEFAULT-VALUE}.")
        private List<Integer> laneCounts = List.of();

        private final List<Double> laneBytes = new ArrayList<>();

        Curve() {
            super(2, 3, 3);
        }

        @Override
        int trialCount() {
            return laneCounts.size();
        }

        @Override
        int laneCount(int index) {
            return laneCounts.get(index);
        }

        @Override
        Trial open(ServerProcess server, int index) throws IOException {
            long before = server.heap().total();
            Trial trial = super.open(server, index);
            laneBytes.add((double) (server.heap().total() - before) / laneCount(index));
            return trial;
        }

        @Override
        void addLastColumns(Row row, int index) {
            row.add("bytes_per_lane", laneBytes.get(index));
        }
    }
}
