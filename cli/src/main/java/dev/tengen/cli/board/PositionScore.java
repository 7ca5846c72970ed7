package dev.tengen.cli.board;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Score;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The score of a position, with or without dead stones. The one place of the command line that reads the core's scores. */
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
     * Returns the score of the present position of {@code game}, which must not change while this is in use: as it stands, but
     * for stones that the players agreed are dead.
     */
    public static PositionScore of(Game game) {
        boolean isSettled = game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
        PointSet dead = isSettled ? game.proposedDead(game.moveNumber()) : new PointSet(game.grid());
        return new PositionScore(game, dead, game.score());
    }

    /** Returns the score without the stones in {@code dead}, which must be whole chains. */
    public static PositionScore of(Game game, PointSet dead) {
        return new PositionScore(game, dead, game.score(dead));
    }

    /** Returns the score in full. */
    public Score score() {
        return score;
    }

    /** Returns the count of points in the area of {@code color}. */
    public int area(int color) {
        return color == Color.BLACK ? score.blackArea() : score.whiteArea();
    }

    /** Returns Black's points minus White's, komi included. */
    public double margin() {
        return score.margin();
    }

    /** Returns the color with more points, {@link Color#EMPTY} for a tie. */
    public int winner() {
        return score.winner();
    }

    /** Returns whose {@code point} is, {@link Color#EMPTY} for nobody's. */
    public int owner(int point) {
        return score.owner(point);
    }

    /** Returns the result as game records say it: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        return score.text();
    }

    /** Returns the score in one sentence for each color and the result. */
    public String words() {
        String bonus = score.handicapBonus() == 0 ? "" : points(score.handicapBonus()) + " for handicap stones and ";
        return String.format(
                Locale.ROOT,
                "Black has %s, White has %s and %sa komi of %.1f: %s. %s",
                points(score.blackTally()),
                points(score.whiteTally()),
                bonus,
                score.komi(),
                text(),
                nobodys());
    }

    private static String points(Score.Tally tally) {
        String prisoners = switch (tally.prisoners()) {
            case 0 -> "";
            case 1 -> ", 1 prisoner";
            default -> ", " + tally.prisoners() + " prisoners";
        };
        return points(tally.boardPoints()) + prisoners + (tally.tax() == 0 ? "" : ", less a tax of " + tally.tax());
    }

    private String nobodys() {
        int count = game.grid().pointCount() - area(Color.BLACK) - area(Color.WHITE);
        return count == 0 ? "No point is nobody's." : points(count) + (count == 1 ? " is nobody's." : " are nobody's.");
    }

    private static String points(int count) {
        return count == 1 ? "1 point" : count + " points";
    }

    /** Returns the stones but dead ones, with {@code x} and {@code o} on other points that are Black's or White's. */
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
