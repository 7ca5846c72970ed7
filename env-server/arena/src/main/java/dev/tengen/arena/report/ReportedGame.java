package dev.tengen.arena.report;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A game of a tournament with its result and its moves.
 *
 * @param game the game
 * @param result the result; empty before the end
 * @param replay the replay; empty if there is no readable record
 */
public record ReportedGame(StoredGame game, Optional<StoredResult> result, Optional<Replay> replay) {
    private static final int MAX_NAME_LENGTH = 80;

    static ReportedGame of(StoredGame game, Optional<StoredResult> result, Rules fallback) {
        return new ReportedGame(game, result, result.flatMap(known -> Replay.of(known.sgf(), fallback)));
    }

    /** Returns the number of the game in its tournament, from 0. */
    public int number() {
        return game.id().number();
    }

    /** Returns the name of the player with Black. */
    public String black() {
        return game.game().black();
    }

    /** Returns the name of the player with White. */
    public String white() {
        return game.game().white();
    }

    /** Returns the state. A game that ended after the results were read counts as running. */
    public GameState state() {
        boolean isEnded = game.state() == GameState.ENDED;
        return result.isPresent() ? GameState.ENDED : isEnded ? GameState.RUNNING : game.state();
    }

    /** Returns the result for ratings; empty if the game is void or not over. */
    public Optional<GameResult> counted() {
        return result.flatMap(known -> game.counted(known.winner(), known.movesHash()));
    }

    /** Returns the result as game records write it, such as "B+3.5"; empty before the end. */
    public String resultText() {
        return result.map(known -> known.text(replay.map(Replay::result).orElse("")))
                .orElse("");
    }

    /** Returns the microseconds of each move of {@code color}, as far as the record has them. */
    List<Long> micros(int color) {
        return replay.map(known -> known.micros(color)).orElse(List.of());
    }

    /** Returns the name of the game's file, such as "00017 ada v ben B+3.5.sgf", unique within the tournament. */
    String fileName() {
        String about = black() + " v " + white() + " " + resultText();
        return String.format(Locale.ROOT, "%05d %s.sgf", number(), fileName(about));
    }

    /**
     * Returns {@code text} as a part of a file name for every file system: ASCII letters, digits, blanks and
     * {@code +-.} stay, other characters become underscores, and so does a dot or a blank at either end. Has 1 to 80
     * characters.
     */
    static String fileName(String text) {
        String name = text.codePoints()
                .limit(MAX_NAME_LENGTH)
                .map(character -> isAllowed(character) ? character : '_')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return name.isEmpty() ? "_" : name.replaceAll("^[. ]|[. ]$", "_");
    }

    private static boolean isAllowed(int character) {
        return (character < 128 && Character.isLetterOrDigit(character)) || "+-. ".indexOf(character) >= 0;
    }
}
