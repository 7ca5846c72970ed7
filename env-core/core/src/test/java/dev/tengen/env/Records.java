package dev.tengen.env;

import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;

/** Episodes on their way through a record, as callers of the core write and read them. */
final class Records {
    private Records() {}

    /** Returns the episode of {@code environment} after its export and an import that keeps all that the record has. */
    static Environment imported(Environment environment) {
        return imported(EpisodeRecord.of(environment).toSgf());
    }

    /** Returns the episode of a record. */
    static Environment imported(String sgf) {
        GameRecord record;
        try {
            record = GameRecord.parse(sgf);
        } catch (SgfException e) {
            throw new AssertionError(sgf, e);
        }
        RecordRules rules = RecordRules.of(record, Rules.TROMP_TAYLOR);
        EpisodeImport episode = new EpisodeImport(record, record.moves().size());
        EnvironmentSpec spec = EnvironmentSpec.builder(record.start(), rules.rules())
                .maxMoves(episode.maxMoves())
                .build();
        RecordReplay replay = RecordReplay.of(record, rules.rules());
        if (replay.refusal().isPresent()
                || !replay.warnings().isEmpty()
                || rules.warning().isPresent()) {
            throw new AssertionError(replay + " " + rules + " " + sgf);
        }
        Environment environment = episode.environment(spec, replay.game(), 1);
        if (!episode.warnings().isEmpty()) {
            throw new AssertionError(episode.warnings() + " " + sgf);
        }
        return environment;
    }
}
