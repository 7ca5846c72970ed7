package dev.tengen.cli.option;

import dev.tengen.base.Names;
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

/** Options for the rules of a command that needs no server. */
public final class RulesOptions {
    @Option(
            names = "--rules",
            paramLabel = "RULES",
            description = "A rule preset by name or alias (see tengen info), or rules in KataGo's notation."
                    + " Default: the file's rules (RU), or else tromp-taylor.")
    private @Nullable String rules;

    @Option(
            names = "--komi",
            paramLabel = "POINTS",
            description =
                    "Komi, a multiple of 0.5; overrides the file's. Default: the file's komi, or else that of the rules.")
    private @Nullable Double komi;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Returns whether {@code --rules} is set. */
    public boolean isNamed() {
        return rules != null;
    }

    /** Returns the value of {@code --komi}. */
    public Optional<Double> komi() {
        return Optional.ofNullable(komi);
    }

    /**
     * Checks the options.
     *
     * @throws ParameterException if the rules are unknown or the komi is not allowed
     */
    public void requireValid() {
        if (rules != null && RulesText.parse(rules).isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--rules " + Names.notOneOf(rules, RulesPreset.names()));
        }
        if (komi != null && !Rules.isKomi(komi)) {
            throw new ParameterException(
                    spec.commandLine(), "--komi " + komi + " is not a multiple of 0.5 within [-1000, 1000]");
        }
    }

    /**
     * Returns the rules on {@code grid}.
     *
     * @throws ParameterException if the rules are unknown or the komi is not allowed
     */
    public Rules rules(Grid grid) {
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
     * Returns the rules to play {@code record} by: those of the options, or else its own.
     *
     * @throws ParameterException if the rules are unknown or the komi is not allowed
     */
    public RecordRules rules(GameRecord record) {
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
