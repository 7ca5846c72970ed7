package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.game.Game;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Explains the capturing races of a position in words: the liberties of both chains, and who captures by moving first.
 */
public final class RaceText {
    private static final int MAX_RACE_COUNT = 8;
    private static final int MAX_STEPS = 500_000;

    /** Counting needs no search, so that it takes little memory and time. */
    private static final RaceBudget BUDGET = new RaceBudget(
            new SearchLimits(1_000, Duration.ofMillis(50)), WorkLimits.DEFAULT.withSteps(MAX_STEPS), 20_000);

    private RaceText() {}

    /** Returns the explanation of the races of {@code game}, at most {@value #MAX_RACE_COUNT} of them. */
    public static String of(Game game, PointNotation notation) {
        RaceAnalyzer analyzer = new RaceAnalyzer(BUDGET);
        List<Race> races = analyzer.find(game.board(), new PointSet(game.grid()));
        if (races.isEmpty()) {
            return "There is no capturing race on the board: no two chains that touch the same liberties or each other"
                    + " and have no other way to live.";
        }
        String shown = races.stream()
                .limit(MAX_RACE_COUNT)
                .map(race -> of(analyzer.count(race), notation))
                .collect(Collectors.joining("\n\n"));
        int more = races.size() - MAX_RACE_COUNT;
        return more > 0 ? shown + "\n\nThere are " + more + " more races." : shown;
    }

    private static String of(RaceAnalysis analysis, PointNotation notation) {
        StringBuilder text = new StringBuilder("A race between ")
                .append(side(analysis, Color.BLACK, notation))
                .append(" and ")
                .append(side(analysis, Color.WHITE, notation))
                .append(". Shared liberties: ")
                .append(names(analysis.liberties().shared(), notation))
                .append('.');
        if (analysis.declined().isPresent()) {
            text.append(" Counting does not decide it: ")
                    .append(analysis.declined().get().reason())
                    .append('.');
            return text.toString();
        }
        return text.append(outcome("Black", analysis.blackFirst(), notation))
                .append(outcome("White", analysis.whiteFirst(), notation))
                .append(analysis.isConditionalOnKo() ? " This holds if nobody plays ko threats elsewhere." : "")
                .toString();
    }

    private static String side(RaceAnalysis analysis, int color, PointNotation notation) {
        PointSet stones = analysis.race().essential(color);
        Grid grid = stones.grid();
        String eye = analysis.eyeLiberties(color) == 0
                ? ""
                : ", an eye worth " + analysis.eyeLiberties(color) + " liberties";
        PointSet complex = analysis.liberties().complex(color);
        String regions = complex.isEmpty() ? "" : ", regions that need approach moves at " + names(complex, notation);
        return "the " + GameObservation.name(color) + " chain at " + notation.name(grid, stones.first()) + " ("
                + stones.size() + " stones; outside liberties: "
                + names(analysis.liberties().external(color), notation) + eye + regions + ")";
    }

    private static String outcome(String first, RaceOutcome outcome, PointNotation notation) {
        String result = outcome.result()
                .map(known -> switch (known) {
                    case BLACK_CAPTURES -> "Black captures";
                    case WHITE_CAPTURES -> "White captures";
                    case SEKI -> "it is a seki, and neither can capture";
                })
                .orElse("the result is unknown");
        String moves = outcome.winningMoves()
                .filter(points -> !points.isEmpty())
                .map(points -> ", by " + names(points, notation))
                .orElse("");
        return " If " + first + " moves first, " + result + moves + ".";
    }

    private static String names(PointSet points, PointNotation notation) {
        List<String> names = new ArrayList<>();
        points.forEach(point -> names.add(notation.name(points.grid(), point)));
        return names.isEmpty() ? "none" : String.join(" ", names);
    }
}
