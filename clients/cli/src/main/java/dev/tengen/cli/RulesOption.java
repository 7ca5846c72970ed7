package dev.tengen.cli;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which rules a command that needs no server goes by. */
final class RulesOption {
    @Option(
            names = "--rules",
            paramLabel = "PRESET",
            defaultValue = "tromp-taylor",
            description = "Rule preset; tengen info lists them. Default: ${DEFAULT-VALUE}.")
    private String preset = "tromp-taylor";

    @Option(
            names = "--komi",
            paramLabel = "POINTS",
            description = "Komi in halves, whatever a file says. Default: that of the file, or else of the rules.")
    private @Nullable Double komi;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Returns the name of the preset. */
    String preset() {
        return preset;
    }

    /** Returns the komi named. */
    Optional<Double> komi() {
        return Optional.ofNullable(komi);
    }

    /** Throws {@link ParameterException} where there is no such preset or komi cannot be that. */
    void requireValid() {
        if (RulesPreset.named(preset).isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--rules \"" + preset + "\" is not one of " + RulesPreset.names());
        }
        if (komi != null && !Rules.isKomi(komi)) {
            throw new ParameterException(
                    spec.commandLine(), "--komi " + komi + " is not a multiple of 0.5 within [-1000, 1000]");
        }
    }

    /** Returns the rules on {@code grid}. Throws {@link ParameterException} as {@link #requireValid} does. */
    Rules rules(Grid grid) {
        requireValid();
        Rules rules = RulesPreset.named(preset).orElseThrow().rules(grid);
        return komi == null ? rules : rules.withKomi(komi);
    }
}
