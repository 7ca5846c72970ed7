package dev.tengen.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Option;

/** The options and the rounds of a comparison of servers, whose clients take turns. */
final class Comparison {
    @Option(names = "--size", description = "Size. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(names = "--lanes", description = "Boards of the batch. Default: ${DEFAULT-VALUE}.")
    private int laneCount = 1024;

    @Option(names = "--rounds", description = "Rounds to measure. Default: ${DEFAULT-VALUE}.")
    private int roundCount = 30;

    @Option(
            names = "--warm-up-rounds",
            description = "Rounds before those that are measured. Default: ${DEFAULT-VALUE}.")
    private int warmUpRoundCount = 10;

    @Option(names = "--seconds", description = "Time of each kind in a round. Default: ${DEFAULT-VALUE}.")
    private double seconds = 0.5;

    /** Returns the size of the boards. */
    int size() {
        return size;
    }

    /** Returns the count of boards of a batch. */
    int laneCount() {
        return laneCount;
    }

    /** Lets each client play in each round. Every other round is in the opposite order. */
    void run(List<ComparedClient> clients) {
        List<ComparedClient> reversed = new ArrayList<>(clients);
        Collections.reverse(reversed);
        int count = warmUpRoundCount + roundCount;
        try (Progress progress = Progress.of("rounds", count)) {
            for (int round = 0; round < count; round++) {
                for (ComparedClient client : round % 2 == 0 ? clients : reversed) {
                    client.play(seconds, round >= warmUpRoundCount);
                }
                progress.step();
            }
        }
    }
}
