package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Rules;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.catalog.Encodings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench encodings}: the cost of each encoding relative to a step. */
@Command(
        name = "encodings",
        description = "Time that each encoding adds to a step of random play in the core, one thread.",
        footer = {
            "",
            "Nanoseconds of the thread's processor time for a step of random play as in tengen bench core, without "
                    + "an encoding and with each in turn. Planes are encoded as bits in each position of a game. In "
                    + "each run, the time of a step without an encoding is subtracted from the time with one; the "
                    + "share is that difference divided by the step. The table has the medians.",
            "",
            "Required on 9x9: the six encodings of stones alone add at most half of a step."
        })
final class EncodingsCommand implements Callable<Integer> {
    private static final int REQUIRED_SIZE = 9;
    private static final double GREATEST_SHARE = 0.5;
    private static final Set<String> LIMITED =
            Set.of("alphazero-17", "pgx-17", "pettingzoo-v5", "leelazero-18", "gymgo-6", "openspiel-4");

    @Mixin
    private final Report report = new Report();

    @Option(
            names = "--size",
            split = ",",
            defaultValue = "9,19",
            description = "Board sizes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(names = "--encoding", split = ",", description = "Encodings, also of families. Default: all listed ones.")
    private List<String> names = Encodings.names();

    @Option(
            names = "--seconds",
            defaultValue = "0.2",
            description = "Seconds per run of each encoding. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "15", description = "Number of runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() {
        names.forEach(name -> Encodings.spec("encoding", name));
        try (Progress progress = Progress.of("runs", (long) sizes.size() * runCount)) {
            sizes.forEach(size -> measure(Grid.square(size), progress));
        }
        return report.print();
    }

    private void measure(Grid grid, Progress progress) {
        TimedPlay bare = play(grid, "");
        List<TimedPlay> contenders = new ArrayList<>(List.of(bare));
        names.forEach(name -> contenders.add(play(grid, name)));
        // Warm up all of them before measuring one, because the compiler optimizes for what it has seen.
        for (int round = 0; round < 3; round++) {
            contenders.forEach(contender -> contender.play(seconds));
        }
        contenders.forEach(TimedPlay::forget);
        for (int run = 0; run < runCount; run++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                contenders.get((run + turn) % contenders.size()).play(seconds);
            }
            progress.step();
        }
        for (int index = 0; index < names.size(); index++) {
            addRow(
                    grid,
                    Encodings.spec("encoding", names.get(index)),
                    bare.cpuNanoseconds(),
                    contenders.get(index + 1).cpuNanoseconds());
        }
    }

    private static TimedPlay play(Grid grid, String encoding) {
        return new TimedPlay(new RandomGames(grid, Rules.TROMP_TAYLOR, encoding, new SplitMix64(1)));
    }

    private void addRow(Grid grid, EncodingSpec spec, Samples bare, Samples observed) {
        Samples added = observed.minus(bare);
        double share = added.dividedBy(bare).median();
        boolean isLimited = grid.width() == REQUIRED_SIZE && LIMITED.contains(spec.name());
        report.add(
                "size",
                grid.width(),
                "encoding",
                spec.name(),
                "planes",
                spec.planeCount(),
                "bytes",
                spec.byteCount(grid),
                "step_nanoseconds",
                bare.median(),
                "added_nanoseconds",
                added.median(),
                "share_of_step",
                share,
                "at_most_" + GREATEST_SHARE,
                isLimited ? report.verdict(share <= GREATEST_SHARE) : "");
    }
}
