package dev.tengen.arena.report;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param game who plays it
 * @param result how it ended, if it has
 * @param replay the game itself, if its record can be read
 */
public record ReportedGame(StoredGame game, Optional<StoredResult> result, Optional<Replay> replay) {
    static ReportedGame of(StoredGame game, Optional<StoredResult> result, Rules fallback) {
        return new ReportedGame(game, result, result.flatMap(known -> Replay.of(known.sgf(), fallback)));
    }

    /** Returns the number of the game in the tournament, from 0. */
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

    /** Returns how far it has come; one that ended after the results were read still runs. */
    public GameState state() {
        boolean isEnded = game.state() == GameState.ENDED;
        return result.isPresent() ? GameState.ENDED : isEnded ? GameState.RUNNING : game.state();
    }

    /** Returns what ratings need of it; nothing where it is void or not over. */
    public Optional<GameResult> counted() {
        return result.filter(known -> known.winner() != Winner.VOID)
                .map(known -> new GameResult(
                        black(), white(), known.winner().color(), game.game().pair(), known.movesHash()));
    }

    /** Returns the result as records say it, as in "B+3.5"; empty for a game that is not over. */
    public String resultText() {
        return result.map(known -> replay.map(Replay::result)
                        .filter(text -> !text.isEmpty())
                        .orElseGet(() -> resultText(known.winner())))
                .orElse("");
    }

    private static String resultText(Winner winner) {
        return switch (winner) {
            case BLACK -> "B+";
            case WHITE -> "W+";
            case DRAW -> "Draw";
            case VOID -> "Void";
        };
    }

    /** Returns the microseconds of each move of the player with {@code color}, as far as the record tells them. */
    List<Long> micros(int color) {
        return replay.map(known -> known.micros(color)).orElse(List.of());
    }

    /** Returns the name of the game's file, as in "0017 ada v ben B+3.5.sgf": no two of a tournament are alike. */
    String fileName() {
        String about = black() + " v " + white() + " " + resultText();
        return String.format(Locale.ROOT, "%05d %s.sgf", number(), FileNames.of(about));
    }
}
