package dev.tengen.cli.board;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A record played by rules, as far as they allow.
 *
 * @param game the game after the last move that was legal
 * @param problem what is wrong with the move after that, if it is no legal move
 * @param warnings what is odd in the record, and what was put right
 */
public record RecordedGame(Game game, Optional<String> problem, List<String> warnings) {
    /** Keeps a copy of the list. */
    public RecordedGame {
        warnings = List.copyOf(warnings);
    }

    /** Plays the first {@code moveCount} moves of a record by {@code rules}, or as many as are legal. */
    public static RecordedGame play(ParsedRecord reading, RecordRules rules, int moveCount) {
        RecordReplay replay = RecordReplay.of(reading.record(), rules.rules(), moveCount, Integer.MAX_VALUE);
        List<String> warnings = new ArrayList<>();
        reading.warnings().forEach(warning -> warnings.add(warning.toString()));
        rules.warning().ifPresent(warnings::add);
        warnings.addAll(replay.warnings());
        Optional<String> problem =
                replay.refusal().map(refusal -> "move " + refusal.number() + ": " + verdict(replay.game(), refusal));
        return new RecordedGame(replay.game(), problem, warnings);
    }

    private static String verdict(Game game, RecordReplay.Refusal refusal) {
        int move = refusal.move().move();
        int color = refusal.move().color();
        if (game.playerToMove() == color && game.legality(move) == refusal.legality()) {
            return PositionExplainer.ofMove(game, move);
        }
        // It is out of turn, or comes after the end: what the game says of it now is not why it was refused.
        String reason = refusal.legality().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return game.grid().name(move) + " is illegal for " + Color.name(color) + ": " + reason + ".";
    }
}
