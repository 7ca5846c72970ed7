package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import dev.tengen.race.search.RaceCertainty;
import dev.tengen.race.search.RaceSearch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the time of the search of capturing races. */
@Command(
        name = "races",
        description = "Time that the search of a capturing race takes, one thread.",
        footer = {
            "",
            "Random races in which exactly the given number of points can change, each searched for both players "
                    + "to move first. Required at 12 points: one second for the slowest, and a proof for each."
        })
final class RacesCommand extends BenchmarkCommand {
    private static final int REQUIRED_POINTS = 12;
    private static final double REQUIRED_MILLIS = 1000;
    private static final int WARM_UP_RACES = 20;
    private static final long MAX_NODES = 100_000_000;

    @Option(names = "--points", description = "Points that can change. Default: ${DEFAULT-VALUE}.")
    private int pointCount = REQUIRED_POINTS;

    @Option(names = "--races", description = "Races of each class. Default: ${DEFAULT-VALUE}.")
    private int raceCount = 60;

    @Option(names = "--size", description = "Width and height of the board. Default: ${DEFAULT-VALUE}.")
    private int size = 13;

    @Option(names = "--seed", description = "Seed of the races. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Override
    void measure() {
        try (Progress progress = Progress.of("races", ((long) WARM_UP_RACES + raceCount) * RaceClass.values().length)) {
            for (RaceClass raceClass : RaceClass.values()) {
                measure(raceClass, new SplitMix64(~seed), WARM_UP_RACES, progress);
            }
            for (RaceClass raceClass : RaceClass.values()) {
                addRow(raceClass, measure(raceClass, new SplitMix64(seed), raceCount, progress));
            }
        }
    }

    private Measured measure(RaceClass raceClass, SplitMix64 random, int count, Progress progress) {
        RaceLayoutGenerator layouts = new RaceLayoutGenerator(size, raceClass, pointCount);
        Samples millis = new Samples();
        int unknownCount = 0;
        for (int race = 0; race < count; race++) {
            RaceLayout layout = layouts.next(random);
            while (layout.pointCount() < pointCount) {
                layout = layouts.next(random);
            }
            long start = System.nanoTime();
            RaceSearch search = new RaceSearch(layout.race());
            for (int first : new int[] {Color.BLACK, Color.WHITE}) {
                RaceCertainty certainty =
                        search.solve(first, SearchLimits.ofNodes(MAX_NODES)).certainty();
                unknownCount += certainty == RaceCertainty.UNKNOWN ? 1 : 0;
            }
            millis.add((System.nanoTime() - start) / 1e6);
            progress.step();
        }
        return new Measured(millis, unknownCount);
    }

    private void addRow(RaceClass raceClass, Measured measured) {
        Samples millis = measured.millis;
        boolean isRequired = pointCount <= REQUIRED_POINTS;
        boolean holds = millis.max() <= REQUIRED_MILLIS && measured.unknownCount == 0;
        row().add("class", raceClass.name())
                .add("points", pointCount)
                .add("races", raceCount)
                .add("mean_ms", millis.mean())
                .add("median_ms", millis.median())
                .add("most_ms", millis.max())
                .add("unknown", measured.unknownCount)
                .add("holds", isRequired ? verdict(holds) : "");
    }

    /** The time of each race, and the number of searches without a proof. */
    private record Measured(Samples millis, int unknownCount) {}
}
