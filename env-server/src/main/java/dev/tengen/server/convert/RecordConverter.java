package dev.tengen.server.convert;

import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import java.util.Optional;

/** Episodes as game records; {@link RecordImport} is the way back. */
public final class RecordConverter {

    private RecordConverter() {}

    /** Returns the episode as the text of an SGF file; {@code preset} names the rule preset. */
    public static String toSgf(Environment environment, String preset) {
        Rules rules = environment.game().rules();
        // Several presets have the same rules; the record has the name that the session was made with.
        Optional<String> rulesName = RulesPreset.named(preset)
                .filter(named -> RulesText.isOf(named, rules))
                .map(RulesPreset::presetName);
        return GameRecord.of(environment.game())
                .with(GameText.RULES, rulesName)
                .with(GameText.RESULT, result(environment))
                .toSgf();
    }

    /** Returns the result of the episode as records say it, once it is over. */
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
