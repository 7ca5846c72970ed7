package dev.tengen.server.convert;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Ko;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Suicide;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.SuicideRule;

/** Rules, to the core and back. */
final class RulesConverter {
    private static final String KO = "KO_RULE_";
    private static final String SUICIDE = "SUICIDE_RULE_";

    private RulesConverter() {}

    static dev.tengen.game.Rules toCore(Rules message, Grid grid) {
        dev.tengen.game.Rules rules = preset(message.getPreset()).rules(grid);
        rules = rules.withKo(Enums.toCore("ko", message.getKo(), message.getKoValue(), KO, Ko.class)
                .orElse(rules.ko()));
        rules = rules.withSuicide(
                Enums.toCore("suicide", message.getSuicide(), message.getSuicideValue(), SUICIDE, Suicide.class)
                        .orElse(rules.suicide()));
        if (message.getPassesToEnd() != 0) {
            rules = rules.withPassesToEnd(SpecConverter.requireInt("passes_to_end", message.getPassesToEnd(), 2, 3));
        }
        return message.hasKomi() ? rules.withKomi(message.getKomi()) : rules;
    }

    private static RulesPreset preset(String name) {
        if (name.isEmpty()) {
            return RulesPreset.TROMP_TAYLOR;
        }
        return RulesPreset.named(name)
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PRESET,
                        InvalidValueException.not("preset", "\"" + name + "\"", "one of " + RulesPreset.names())));
    }

    static Rules toProto(dev.tengen.game.Rules rules, String presetName) {
        return Rules.newBuilder()
                .setPreset(presetName.isEmpty() ? RulesPreset.TROMP_TAYLOR.presetName() : presetName)
                .setKomi(rules.komi())
                .setKo(Enums.toProto(rules.ko(), KO, KoRule.class))
                .setSuicide(Enums.toProto(rules.suicide(), SUICIDE, SuicideRule.class))
                .setPassesToEnd(rules.passesToEnd())
                .build();
    }
}
