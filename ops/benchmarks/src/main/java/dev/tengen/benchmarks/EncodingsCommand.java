package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.catalog.Encodings;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of each encoding, compared with a step. */
@Command(
        name = "encodings",
        description = "Time that each encoding adds to a step of random play in the core, one thread.",
        footer = {
            "",
            "Nanoseconds of the thread's processor time for a step of random play as in tengen bench core, without "
                    + "an encoding and with each, in turns. Planes are bits, encoded in each position of a game. The "
                    + "added time of a run is the time with the encoding minus the time without, and the share is "
                    + "the added time divided by the time without. The table has the medians.",
            "",
            "The six encodings of stones alone may add at most half the time of a step on 9x9."
        })
final class EncodingsCommand extends BenchmarkCommand {
    private static final int REQUIRED_SIZE = 9;
    private static final double MAX_SHARE = 0.5;
    private static final Set<String> LIMITED =
            Set.of("alphazero-17", "pgx-17", "pettingzoo-v5", "leelazero-18", "gymgo-6", "openspiel-4");

    @Option(
            names = "--size",
            split = ",",
            defaultValue = "9,19",
            description = "Width and height, one or several. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(names = "--encoding", split = ",", description = "Encodings, listed or of a family. Default: all listed.")
    private List<String> names = Encodings.names();

    @Option(names = "--seconds", description = "Seconds of a run of each. Default: ${DEFAULT-VALUE}.")
    private double seconds = 0.2;

    @Option(names = "--runs", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount = 15;

    @Override
    void measure() {
        names.forEach(name -> Encodings.spec("encoding", name));
        try (Progress progress = Progress.of("runs", (long) sizes.size() * runCount)) {
            sizes.forEach(size -> measure(Grid.square(size), progress));
        }
    }

    private void measure(Grid grid, Progress progress) {
        List<TimedPlay> contenders = Stream.concat(Stream.of(""), names.stream())
                .map(name -> new TimedPlay(new RandomGames(grid, Rules.TROMP_TAYLOR, name, new SplitMix64(1))))
                .toList();
        TimedPlay.runInTurns(contenders, seconds, seconds, runCount, progress);
        for (int i = 0; i < names.size(); i++) {
            EncodingSpec spec = Encodings.spec("encoding", names.get(i));
            addRow(grid, spec, contenders.get(0).cpuNanoseconds, contenders.get(i + 1).cpuNanoseconds);
        }
    }

    private void addRow(Grid grid, EncodingSpec spec, Samples bare, Samples observed) {
        Samples added = observed.minus(bare);
        double share = added.dividedBy(bare).median();
        boolean isLimited = grid.width() == REQUIRED_SIZE && LIMITED.contains(spec.name());
        row().add("size", grid.width())
                .add("encoding", spec.name())
                .add("planes", spec.planeCount())
                .add("bytes", spec.byteCount(grid))
                .add("step_nanoseconds", bare.median())
                .add("added_nanoseconds", added.median())
                .add("share_of_step", share)
                .add("at_most_" + MAX_SHARE, isLimited ? verdict(share <= MAX_SHARE) : "");
    }
}
