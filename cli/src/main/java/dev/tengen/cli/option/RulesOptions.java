package dev.tengen.cli.option;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which rules a command that needs no server goes by. */
final class RulesOptions {
    @Option(
            names = "--rules",
            paramLabel = "RULES",
            description = "Name or alias of a rule preset (tengen info lists them), or rules as KataGo writes them."
                    + " Default: what the file says (RU), else tromp-taylor.")
    private @Nullable String rules;

    @Option(
            names = "--komi",
            paramLabel = "POINTS",
            description = "Komi in halves, whatever a file says. Default: that of the file, or else of the rules.")
    private @Nullable Double komi;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Returns whether rules are named. */
    boolean isNamed() {
        return rules != null;
    }

    /** Returns the komi named. */
    Optional<Double> komi() {
        return Optional.ofNullable(komi);
    }

    /** Throws {@link ParameterException} where there are no such rules or komi cannot be that. */
    void requireValid() {
        if (rules != null && RulesText.parse(rules).isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--rules \"" + rules + "\" is not one of " + RulesPreset.names());
        }
        if (komi != null && !Rules.isKomi(komi)) {
            throw new ParameterException(
                    spec.commandLine(), "--komi " + komi + " is not a multiple of 0.5 within [-1000, 1000]");
        }
    }

    /** Returns the rules on {@code grid}. Throws {@link ParameterException} as {@link #requireValid} does. */
    Rules rules(Grid grid) {
        requireValid();
        Rules named = named(grid);
        return komi == null ? named : named.withKomi(komi);
    }

    private Rules named(Grid grid) {
        String text = rules == null ? RulesPreset.TROMP_TAYLOR.presetName() : rules;
        return RulesText.preset(text)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(text))
                .orElseThrow();
    }

    /**
     * Returns the rules that {@code record} is to be played by: those named here, else its own. Throws {@link
     * ParameterException} as {@link #requireValid} does.
     */
    RecordRules rules(GameRecord record) {
        requireValid();
        Rules fallback = named(record.grid());
        RecordRules chosen = rules == null
                ? RecordRules.of(record, fallback)
                : new RecordRules(
                        record.komi().isPresent()
                                ? fallback.withKomi(record.komi().getAsDouble())
                                : fallback,
                        RulesText.preset(rules),
                        Optional.empty());
        return komi == null
                ? chosen
                : new RecordRules(chosen.rules().withKomi(komi), chosen.preset(), chosen.warning());
    }
}
