package dev.tengen.server.session;

import dev.tengen.env.Environment;
import dev.tengen.env.EpisodeRecord;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import java.util.Optional;

/** Episodes as game records. */
public final class EpisodeSgf {
    private EpisodeSgf() {}

    /**
     * Returns the episode as a record; {@code preset} is the rule preset the session was created with.
     *
     * <p>The text of a long record is written in turn with other work, so not while the session is locked.
     */
    public static GameRecord record(Environment environment, RulesPreset preset) {
        Rules rules = environment.game().rules();
        // Several presets have the same rules; the record names the one of the session.
        Optional<String> rulesName = Optional.of(preset)
                .filter(named -> RulesText.isOf(named, rules))
                .map(RulesPreset::presetName);
        return EpisodeRecord.of(environment).with(GameText.RULES, rulesName);
    }
}
