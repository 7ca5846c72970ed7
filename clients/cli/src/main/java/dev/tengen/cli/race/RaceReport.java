package dev.tengen.cli.race;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PointSymbols;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceSum;

/** Prints the analysis of a race as a drawing and text. */
final class RaceReport {
    private final RaceAnalysis analysis;
    private final Grid grid;
    private final StringBuilder text = new StringBuilder();

    private RaceReport(RaceAnalysis analysis) {
        this.analysis = analysis;
        grid = analysis.race().board().grid();
    }

    /** Returns the report, with a line break at its end. */
    static String text(RaceAnalysis analysis) {
        return new RaceReport(analysis).text();
    }

    private String text() {
        text.append(BoardDrawing.draw(grid, this::symbol, grid.pass()));
        line(chain(Color.BLACK) + " against " + chain(Color.WHITE) + ": " + analysis.status()
                + analysis.method().map(method -> ", by " + method).orElse(""));
        analysis.declined()
                .ifPresent(decline -> line("counting gives no answer: " + decline.status() + ", " + decline.reason()));
        if (analysis.isConditionalOnKo()) {
            line("this holds only if neither player has a ko threat elsewhere");
        }
        line("Black first: " + words(analysis.blackFirst()));
        line("White first: " + words(analysis.whiteFirst()));
        line("liberties: " + liberties(Color.BLACK) + "; " + liberties(Color.WHITE) + "; shared "
                + names(analysis.liberties().shared()));
        analysis.sum().ifPresent(this::addSum);
        if (analysis.nodes() > 0) {
            line(String.format("%,d states searched", analysis.nodes()));
        }
        return text.toString();
    }

    private void line(String words) {
        text.append(words).append('\n');
    }

    /** Returns the symbol of a point: the first that applies. */
    private char symbol(int point) {
        if (isWinning(Color.BLACK, point) || isWinning(Color.WHITE, point)) {
            return '*';
        }
        if (analysis.race().essential(Color.BLACK).contains(point)) {
            return '#';
        }
        if (analysis.race().essential(Color.WHITE).contains(point)) {
            return '@';
        }
        int color = analysis.race().board().colorAt(point);
        return color == Color.EMPTY ? liberty(point) : PointSymbols.of(color);
    }

    private boolean isWinning(int color, int point) {
        return analysis.first(color)
                .winningMoves()
                .filter(moves -> moves.contains(point))
                .isPresent();
    }

    private char liberty(int point) {
        if (analysis.liberties().shared().contains(point)) {
            return 's';
        }
        for (int color : new int[] {Color.BLACK, Color.WHITE}) {
            if (analysis.liberties().external(color).contains(point)) {
                return color == Color.BLACK ? 'b' : 'w';
            }
            if (analysis.liberties().eye(color).contains(point)) {
                return 'e';
            }
            if (analysis.liberties().complex(color).contains(point)) {
                return 'c';
            }
        }
        return analysis.race().unplayable().contains(point) ? '_' : '.';
    }

    private String chain(int color) {
        PointSet chain = analysis.race().essential(color);
        return Color.name(color) + " " + grid.name(chain.first()) + " (" + PositionExplainer.stones(chain.size()) + ")";
    }

    private String words(RaceOutcome outcome) {
        if (outcome.result().isEmpty()) {
            return "not known";
        }
        RaceResult result = outcome.result().get();
        String winner = switch (result) {
            case BLACK_CAPTURES -> "Black captures";
            case SEKI -> "seki";
            case WHITE_CAPTURES -> "White captures";
        };
        boolean hasMoves =
                outcome.winningMoves().filter(moves -> !moves.isEmpty()).isPresent();
        return hasMoves ? winner + ", by " + names(outcome.winningMoves().get()) : winner;
    }

    private String liberties(int color) {
        StringBuilder words = new StringBuilder(
                Color.name(color) + " " + names(analysis.liberties().external(color)));
        if (!analysis.liberties().eye(color).isEmpty()) {
            words.append(", eye ")
                    .append(names(analysis.liberties().eye(color)))
                    .append(" for ")
                    .append(analysis.eyeLiberties(color));
        }
        if (!analysis.liberties().complex(color).isEmpty()) {
            words.append(", regions ").append(names(analysis.liberties().complex(color)));
        }
        return words.toString();
    }

    private String names(PointSet points) {
        return points.isEmpty() ? "-" : PositionExplainer.names(grid, points);
    }

    private void addSum(RaceSum sum) {
        for (RaceComponent component : sum.components()) {
            line("component " + names(component.points()) + " of " + Color.name(component.owner()) + ": "
                    + component.value() + ", cooled " + component.cooled() + ", temperature "
                    + component.temperature() + ", mean " + component.mean());
        }
        line("Black is ahead by " + sum.adjustedBlackFirst() + " if Black moves first, by " + sum.adjustedWhiteFirst()
                + " if White does; the cooled sum is " + sum.cooled());
    }
}
