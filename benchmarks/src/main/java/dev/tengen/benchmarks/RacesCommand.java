package dev.tengen.benchmarks;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import dev.tengen.race.search.RaceCertainty;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench races}: the search time of capturing races. */
@Command(
        name = "races",
        description = "Search time of capturing races, one thread.",
        footer = {
            "",
            "Random races with exactly the given number of points that can change. Each is searched for both players "
                    + "to move first. Required at 12 points: at most one second for the slowest, and a proof for each."
        })
final class RacesCommand implements Callable<Integer> {
    private static final int REQUIRED_POINTS = 12;
    private static final double REQUIRED_MILLIS = 1000;
    private static final int WARM_UP_RACES = 20;
    private static final long MAX_NODES = 100_000_000;

    @Mixin
    private final Report report = new Report();

    @Option(
            names = "--points",
            defaultValue = "" + REQUIRED_POINTS,
            description = "Number of points that can change. Default: ${DEFAULT-VALUE}.")
    private int pointCount;

    @Option(
            names = "--races",
            defaultValue = "60",
            description = "Number of races per class. Default: ${DEFAULT-VALUE}.")
    private int raceCount;

    @Option(
            names = "--size",
            defaultValue = "13",
            description = "Width and height of the board. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--seed", defaultValue = "1", description = "Random seed of the races. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Override
    public Integer call() {
        try (Progress progress = Progress.of("races", ((long) WARM_UP_RACES + raceCount) * RaceClass.values().length)) {
            for (RaceClass raceClass : RaceClass.values()) {
                measure(raceClass, new SplitMix64(~seed), WARM_UP_RACES, progress);
            }
            for (RaceClass raceClass : RaceClass.values()) {
                addRow(raceClass, measure(raceClass, new SplitMix64(seed), raceCount, progress));
            }
        }
        return report.print();
    }

    private Measured measure(RaceClass raceClass, SplitMix64 random, int count, Progress progress) {
        RaceLayoutGenerator layouts = new RaceLayoutGenerator(size, raceClass, pointCount);
        Measured measured = new Measured();
        for (int race = 0; race < count; race++) {
            RaceLayout layout = layouts.next(random);
            while (layout.pointCount() < pointCount) {
                layout = layouts.next(random);
            }
            measured.search(layout);
            progress.step();
        }
        return measured;
    }

    private void addRow(RaceClass raceClass, Measured measured) {
        Samples millis = measured.millis;
        double sum = 0;
        for (int i = 0; i < millis.count(); i++) {
            sum += millis.value(i);
        }
        boolean isRequired = pointCount <= REQUIRED_POINTS;
        boolean holds = millis.quantile(1) <= REQUIRED_MILLIS && measured.unknownCount == 0;
        report.add(
                "class",
                raceClass.name(),
                "points",
                pointCount,
                "races",
                millis.count(),
                "mean_ms",
                sum / millis.count(),
                "median_ms",
                millis.median(),
                "most_ms",
                millis.quantile(1),
                "unknown",
                measured.unknownCount,
                "holds",
                isRequired ? report.verdict(holds) : "");
    }

    /** The time of each race, and the number of unproven ones. */
    private static final class Measured {
        final Samples millis = new Samples();
        int unknownCount;

        void search(RaceLayout layout) {
            long start = System.nanoTime();
            RaceSearch search = new RaceSearch(layout.race());
            for (int first : new int[] {Color.BLACK, Color.WHITE}) {
                RaceSearchResult answer = search.solve(first, SearchLimits.ofNodes(MAX_NODES));
                unknownCount += answer.certainty() == RaceCertainty.UNKNOWN ? 1 : 0;
            }
            millis.add((System.nanoTime() - start) / 1e6);
        }
    }
}
