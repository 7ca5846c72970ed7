package dev.tengen.cli.board;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Score;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The score of a position, with or without dead stones. */
public final class PositionScore {
    private final Game game;
    private final PointSet dead;
    private final Score score;

    private PositionScore(Game game, PointSet dead, Score score) {
        this.game = game;
        this.dead = dead;
        this.score = score;
    }

    /**
     * Returns the score of the current position of {@code game}, without stones that the players agreed are dead. The
     * game must not change while the result is in use.
     */
    public static PositionScore of(Game game) {
        boolean isSettled = game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
        PointSet dead = isSettled ? game.proposedDead(game.moveNumber()) : new PointSet(game.grid());
        return new PositionScore(game, dead, game.score());
    }

    /** Returns the score without the stones in {@code dead}, whole chains. */
    public static PositionScore of(Game game, PointSet dead) {
        return new PositionScore(game, dead, game.score(dead));
    }

    /** Returns the complete score. */
    public Score score() {
        return score;
    }

    /** Returns the owner of {@code point}, {@link Color#EMPTY} if neither player owns it. */
    public int owner(int point) {
        return score.owner(point);
    }

    /** Returns the score of each color and the result in words. */
    public String words() {
        String bonus = score.handicapBonus() == 0 ? "" : points(score.handicapBonus()) + " for handicap stones and ";
        return String.format(
                Locale.ROOT,
                "Black has %s, White has %s and %sa komi of %.1f: %s. %s",
                points(score.blackTally()),
                points(score.whiteTally()),
                bonus,
                score.komi(),
                score.text(),
                neutralPoints());
    }

    private static String points(Score.Tally tally) {
        String prisoners = switch (tally.prisoners()) {
            case 0 -> "";
            case 1 -> ", 1 prisoner";
            default -> ", " + tally.prisoners() + " prisoners";
        };
        return points(tally.boardPoints()) + prisoners + (tally.tax() == 0 ? "" : ", less a tax of " + tally.tax());
    }

    private String neutralPoints() {
        int count = game.grid().pointCount() - score.blackArea() - score.whiteArea();
        return count == 0 ? "No neutral points." : count == 1 ? "1 neutral point." : count + " neutral points.";
    }

    private static String points(int count) {
        return count == 1 ? "1 point" : count + " points";
    }

    /** Returns symbols for the living stones, and {@code x} and {@code o} for the other points of Black and White. */
    public PointSymbols symbols() {
        return point -> game.colorAt(point) == Color.EMPTY || dead.contains(point)
                ? Character.toLowerCase(PointSymbols.of(owner(point)))
                : PointSymbols.of(game.colorAt(point));
    }

    /** Returns the owners of the points of a row, 0 at the top, as {@code X}, {@code O} and {@code .}. */
    public String ownerRow(int row) {
        return IntStream.range(0, game.grid().width())
                .mapToObj(column ->
                        String.valueOf(PointSymbols.of(owner(game.grid().point(row, column)))))
                .collect(Collectors.joining());
    }
}
