package dev.tengen.sgf;

import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A record played by rules, as far as they allow.
 *
 * <p>Records of real games leave things out, and these are put right, with a warning each:
 *
 * <ul>
 *   <li>Where a move is out of turn, as handicap stones are that are recorded as moves, a pass of the other player is put
 *       before it.
 *   <li>Where moves follow the passes that end the game, the first of them resumes it.
 *   <li>Where nothing but passes follows them, too few to end the game again, and the record has a result, those passes
 *       are left out.
 * </ul>
 *
 * So the game may have more or less moves than the record.
 *
 * @param game the game after the last move that was legal
 * @param refusal the first move that is illegal, if there is one
 * @param warnings what was put right, one for each of the three kinds at most
 */
public record RecordReplay(Game game, Optional<Refusal> refusal, List<String> warnings) {
    /** Makes a replay. */
    public RecordReplay {
        warnings = List.copyOf(warnings);
    }

    /** Plays all of {@code record} by {@code rules}. */
    public static RecordReplay of(GameRecord record, Rules rules) {
        return of(record, rules, record.moves().size(), Integer.MAX_VALUE);
    }

    /**
     * Plays the first moves of {@code record} by {@code rules}.
     *
     * @param moveCount moves of the record to play, from 0 to as many as there are. What follows them is looked at to tell
     *     passes that are to be left out, so that any count leads to where the whole replay passes through.
     * @param moveLimit moves of the game after which any other is refused as {@link Legality#EPISODE_OVER}
     * @throws IllegalArgumentException if the record has not so many moves
     */
    public static RecordReplay of(GameRecord record, Rules rules, int moveCount, int moveLimit) {
        if (moveCount < 0 || moveCount > record.moves().size()) {
            throw new IllegalArgumentException("move count " + moveCount + " is outside [0, "
                    + record.moves().size() + "]");
        }
        return new RecordPlayer(record, rules, moveLimit).play(moveCount);
    }

    /**
     * An illegal move of a record.
     *
     * @param number its number in the record, from 1
     * @param move the move
     * @param legality why it is illegal
     * @param repeatedNumber for a repetition, the number in the record of the move after which the position stood before; 0
     *     is the start
     */
    public record Refusal(int number, RecordedMove move, Legality legality, OptionalInt repeatedNumber) {}
}
