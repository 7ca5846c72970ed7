package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;

/** Rules as settings name them: a preset, or a preset and values in place of its own. */
final class RulesSettings {
    private static final String[] KEYS = {
        "preset",
        "komi",
        "ko",
        "suicide",
        "scoring",
        "tax",
        "passes_to_end",
        "handicap_bonus",
        "dead_stones",
        "repetition_end",
        "friendly_pass_ok"
    };

    private RulesSettings() {}

    static Rules read(SettingNode node, Grid grid) {
        if (!node.isObject()) {
            return named(node, grid);
        }
        node.requireKeys(KEYS);
        Rules.Builder rules = node
                .field("preset")
                .map(name -> named(name, grid))
                .orElse(RulesPreset.TROMP_TAYLOR.rules(grid))
                .toBuilder();
        node.field("komi").map(SettingNode::number).ifPresent(rules::komi);
        node.field("ko").map(ko -> ko.choice(Ko.class)).ifPresent(rules::ko);
        node.field("suicide").map(suicide -> suicide.choice(Suicide.class)).ifPresent(rules::suicide);
        node.field("scoring").map(scoring -> scoring.choice(Scoring.class)).ifPresent(rules::scoring);
        node.field("tax").map(tax -> tax.choice(Tax.class)).ifPresent(rules::tax);
        node.field("passes_to_end").map(count -> count.integer(2, 3)).ifPresent(rules::passesToEnd);
        node.field("handicap_bonus")
                .map(bonus -> bonus.choice(HandicapBonus.class))
                .ifPresent(rules::handicapBonus);
        node.field("dead_stones").map(dead -> dead.choice(DeadStones.class)).ifPresent(rules::deadStones);
        node.field("repetition_end").map(end -> end.choice(RepetitionEnd.class)).ifPresent(rules::repetitionEnd);
        node.field("friendly_pass_ok").map(SettingNode::truth).ifPresent(rules::friendlyPassOk);
        return node.make(rules::build);
    }

    private static Rules named(SettingNode node, Grid grid) {
        String text = node.text();
        return RulesText.preset(text)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(text))
                .orElseThrow(() -> node.error("one of " + RulesPreset.names()));
    }

    static void write(Rules rules, ObjectNode node) {
        node.put("komi", rules.komi());
        node.put("ko", SettingNode.name(rules.ko()));
        node.put("suicide", SettingNode.name(rules.suicide()));
        node.put("scoring", SettingNode.name(rules.scoring()));
        node.put("tax", SettingNode.name(rules.tax()));
        node.put("passes_to_end", rules.passesToEnd());
        node.put("handicap_bonus", SettingNode.name(rules.handicapBonus()));
        node.put("dead_stones", SettingNode.name(rules.deadStones()));
        node.put("repetition_end", SettingNode.name(rules.repetitionEnd()));
        node.put("friendly_pass_ok", rules.friendlyPassOk());
    }
}
