package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures random play in the core. */
@Command(
        name = "core",
        description = "Steps per second of random play in the core, one thread.",
        footer = {
            "",
            "Uniformly random legal plays with the exact action mask at each step. A player passes only if there is "
                    + "no legal play. A game ends at three times as many moves as points. Rates are per second of "
                    + "elapsed time and per second of the thread's processor time, which other load on the machine "
                    + "hardly affects.",
            "",
            "With --compare-ko, positional superko and simple ko take turns in each run, and the last line is the "
                    + "median of the runs' ratios."
        })
final class CoreCommand extends BenchmarkCommand {
    @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(names = "--encoding", description = "Encoding to observe in at each step. Default: none.")
    private String encoding = "";

    @Option(
            names = "--ko",
            description = "Ko rule: positional, situational, natural_situational, simple or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String ko = "positional";

    @Option(names = "--compare-ko", description = "Measure positional superko and simple ko in turns.")
    private boolean isKoCompared;

    @Option(names = "--seconds", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds = 2;

    @Option(names = "--runs", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount = 10;

    @Override
    void measure() {
        List<Ko> rules =
                isKoCompared ? List.of(Ko.POSITIONAL, Ko.SIMPLE) : List.of(Ko.valueOf(ko.toUpperCase(Locale.ROOT)));
        List<TimedPlay> contenders = rules.stream()
                .map(rule -> new TimedPlay(new RandomGames(
                        Grid.square(size), Rules.TROMP_TAYLOR.withKo(rule), encoding, new SplitMix64(1))))
                .toList();
        try (Progress progress = Progress.of("runs", runCount)) {
            TimedPlay.runInTurns(contenders, seconds / 2, seconds, runCount, progress);
        }
        for (int run = 0; run < runCount; run++) {
            int index = run;
            addRows(
                    rules,
                    contenders,
                    Integer.toString(run + 1),
                    samples -> samples.values().get(index));
        }
        addRows(rules, contenders, "median", Samples::median);
        if (isKoCompared) {
            TimedPlay superko = contenders.get(0);
            TimedPlay simple = contenders.get(1);
            koRow("positional / simple", "median ratio")
                    .add("ratio", superko.rates.dividedBy(simple.rates).median())
                    .add(
                            "ratio_of_cpu",
                            superko.cpuRates.dividedBy(simple.cpuRates).median());
        }
    }

    private void addRows(List<Ko> rules, List<TimedPlay> contenders, String run, ToDoubleFunction<Samples> statistic) {
        for (int i = 0; i < rules.size(); i++) {
            koRow(rules.get(i).name().toLowerCase(Locale.ROOT), run)
                    .add("steps_per_second", statistic.applyAsDouble(contenders.get(i).rates))
                    .add("steps_per_cpu_second", statistic.applyAsDouble(contenders.get(i).cpuRates));
        }
    }

    private Row koRow(String rule, String run) {
        return row().add("size", size)
                .add("ko", rule)
                .add("encoding", encoding.isEmpty() ? "none" : encoding)
                .add("run", run);
    }
}
