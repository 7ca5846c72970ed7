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
import org.jspecify.annotations.Nullable;

/**
 * A record replayed under given rules, up to the first illegal move.
 *
 * @param game the game after the last legal move
 * @param problem why the next move is illegal, if it is
 * @param warnings problems in the record, and how they were fixed
 */
public record RecordedGame(Game game, Optional<String> problem, List<String> warnings) {
    /** Creates a game with a copy of the list. */
    public RecordedGame {
        warnings = List.copyOf(warnings);
    }

    /** Replays the first {@code moveCount} moves of a record, or as many as are legal. */
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

    /**
     * Replays a record up to move {@code moveNumber}, or to its end if that is null.
     *
     * @throws RecordException if the record is shorter, or has an illegal move before
     */
    public static RecordedGame playTo(ParsedRecord reading, RecordRules rules, @Nullable Integer moveNumber)
            throws RecordException {
        int last = reading.record().moves().size();
        if (moveNumber != null && moveNumber > last) {
            throw new RecordException("move " + moveNumber + " is outside [0, " + last + "]");
        }
        RecordedGame played = play(reading, rules, moveNumber == null ? last : moveNumber);
        if (played.problem.isPresent()) {
            throw new RecordException(played.problem.get());
        }
        return played;
    }

    private static String verdict(Game game, RecordReplay.Refusal refusal) {
        int move = refusal.move().move();
        int color = refusal.move().color();
        if (game.playerToMove() == color && game.legality(move) == refusal.legality()) {
            return PositionExplainer.ofMove(game, move);
        }
        // The move is out of turn or after the end. The game's current verdict is not why it was rejected.
        String reason = refusal.legality().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return game.grid().name(move) + " is illegal for " + Color.name(color) + ": " + reason + ".";
    }
}
