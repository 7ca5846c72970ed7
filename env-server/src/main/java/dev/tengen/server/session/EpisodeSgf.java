package dev.tengen.server.session;

import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import java.util.Optional;

/** Episodes as game records. */
public final class EpisodeSgf {
    private EpisodeSgf() {}

    /** Returns the episode as the text of an SGF file; {@code preset} is the rule preset the session was created with. */
    public static String toSgf(Environment environment, RulesPreset preset) {
        Rules rules = environment.game().rules();
        // Several presets have the same rules; the record names the one of the session.
        Optional<String> rulesName = Optional.of(preset)
                .filter(named -> RulesText.isOf(named, rules))
                .map(RulesPreset::presetName);
        return GameRecord.of(environment.game())
                .with(GameText.RULES, rulesName)
                .with(GameText.RESULT, result(environment))
                .toSgf();
    }

    /** Returns the result of the episode in the notation of game records; empty while the episode lasts. */
    public static Optional<String> result(Environment environment) {
        String winner = environment.winner() == Color.BLACK ? "B" : "W";
        return switch (environment.endReason()) {
            case NONE -> Optional.empty();
            case PASSES, REPETITION ->
                environment.taskEpisode().isPresent()
                        ? Optional.of("0")
                        : environment.game().outcome().map(Outcome::text);
            case TASK_DECIDED -> Optional.of(winner + "+");
            case RESIGNATION -> Optional.of(winner + "+R");
            case ILLEGAL_ACTION, OPPONENT_FAILED -> Optional.of(winner + "+F");
            case OPPONENT_TIMEOUT -> Optional.of(winner + "+T");
            case MAX_MOVES, OPPONENT_REFUSED -> Optional.of("Void");
        };
    }
}
