package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench core}: steps per second of random play in the core. */
@Command(
        name = "core",
        description = "Steps per second of random play in the core, one thread.",
        footer = {
            "",
            "Uniformly random legal plays with the exact action mask at each step. A player passes only if it has no "
                    + "legal play. Games are truncated after three times as many moves as points. Rates are per second "
                    + "and per second of the thread's processor time: if other work takes the processor, the second "
                    + "says what the core does.",
            "",
            "With --compare-ko, each run alternates between positional superko and simple ko. The last line has the "
                    + "median of the ratios."
        })
final class CoreCommand implements Callable<Integer> {
    @Mixin
    private final Report report = new Report();

    @Option(names = "--size", defaultValue = "9", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--encoding", description = "Encoding of the observations. Default: none.")
    private String encoding = "";

    @Option(
            names = "--ko",
            defaultValue = "positional",
            description = "Ko rule: positional, situational, natural_situational, simple or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String ko = "positional";

    @Option(names = "--compare-ko", description = "Compare positional superko with simple ko.")
    private boolean isKoCompared;

    @Option(names = "--seconds", defaultValue = "2", description = "Seconds per run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", defaultValue = "10", description = "Number of runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() {
        List<Contender> contenders = isKoCompared
                ? List.of(contender(Ko.POSITIONAL), contender(Ko.SIMPLE))
                : List.of(contender(Ko.valueOf(ko.toUpperCase(Locale.ROOT))));
        // Warm up all of them before measuring one, because the compiler optimizes for what it has seen.
        for (int round = 0; round < 3; round++) {
            contenders.forEach(contender -> contender.games.play(seconds / 2));
        }
        contenders.forEach(contender -> contender.games.forget());
        try (Progress progress = Progress.of("runs", runCount)) {
            for (int run = 1; run <= runCount; run++) {
                for (int turn = 0; turn < contenders.size(); turn++) {
                    Contender contender = contenders.get((run + turn) % contenders.size());
                    contender.games.play(seconds);
                    addRow(contender, Integer.toString(run), Samples::last);
                }
                progress.step();
            }
        }
        contenders.forEach(contender -> addRow(contender, "median", Samples::median));
        if (isKoCompared) {
            addRatios(contenders.get(0), contenders.get(1));
        }
        return report.print();
    }

    private Contender contender(Ko rule) {
        Rules rules = Rules.TROMP_TAYLOR.withKo(rule);
        RandomGames games = new RandomGames(Grid.square(size), rules, encoding, new SplitMix64(1));
        return new Contender(rule, new TimedPlay(games));
    }

    private void addRow(Contender contender, String run, ToDoubleFunction<Samples> value) {
        report.add(
                "size",
                size,
                "ko",
                contender.ko.name().toLowerCase(Locale.ROOT),
                "encoding",
                encoding.isEmpty() ? "none" : encoding,
                "run",
                run,
                "steps_per_second",
                value.applyAsDouble(contender.games.rates()),
                "steps_per_cpu_second",
                value.applyAsDouble(contender.games.cpuRates()));
    }

    private void addRatios(Contender superko, Contender simple) {
        Samples ratios = superko.games.rates().dividedBy(simple.games.rates());
        Samples cpuRatios = superko.games.cpuRates().dividedBy(simple.games.cpuRates());
        report.add(
                "size",
                size,
                "ko",
                "positional / simple",
                "encoding",
                encoding.isEmpty() ? "none" : encoding,
                "run",
                "median ratio",
                "ratio",
                ratios.median(),
                "ratio_of_cpu",
                cpuRatios.median());
    }

    /** Games under one ko rule. */
    private record Contender(Ko ko, TimedPlay games) {}
}
