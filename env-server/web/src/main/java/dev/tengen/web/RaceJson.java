package dev.tengen.web;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceLiberties;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a capturing race as JSON, the same at the page and on the command line. Points are named as players
 * do, such as "C3". A value that is not known is null.
 *
 * @param status the outcome, or why it is not known
 * @param method how the race was decided
 * @param blackFirst the result if Black moves first
 * @param whiteFirst the result if White moves first
 * @param blackWinningMoves the points at which Black can start so that its capture is certain
 * @param whiteWinningMoves the points at which White can start so that its capture is certain
 * @param conditionalOnKo whether the answer holds only without ko threats elsewhere
 * @param declined why counting does not decide the race, as a status
 * @param declinedReason the same in words
 * @param blackEssentialStones Black's essential chain
 * @param externalBlack the external liberties of Black's chain
 * @param eyeBlack the eye liberties of Black's chain
 * @param complexBlack the liberties of Black's chain in complex regions
 * @param eyeLibertiesBlack the number of liberties that Black's eyes count for
 * @param whiteEssentialStones White's essential chain
 * @param externalWhite the external liberties of White's chain
 * @param eyeWhite the eye liberties of White's chain
 * @param complexWhite the liberties of White's chain in complex regions
 * @param eyeLibertiesWhite the number of liberties that White's eyes count for
 * @param shared the shared liberties
 * @param delta the number of liberties that Black is ahead by, whichever player moves first
 * @param adjustedBlackFirst the same if Black moves first
 * @param adjustedWhiteFirst the same if White moves first
 * @param sumCooled the sum of the cooled values of the regions
 * @param components the regions
 * @param nodeCount the number of states searched
 */
public record RaceJson(
        String status,
        @Nullable String method,
        @Nullable String blackFirst,
        @Nullable String whiteFirst,
        @Nullable List<String> blackWinningMoves,
        @Nullable List<String> whiteWinningMoves,
        boolean conditionalOnKo,
        @Nullable String declined,
        @Nullable String declinedReason,
        List<String> blackEssentialStones,
        List<String> externalBlack,
        List<String> eyeBlack,
        List<String> complexBlack,
        int eyeLibertiesBlack,
        List<String> whiteEssentialStones,
        List<String> externalWhite,
        List<String> eyeWhite,
        List<String> complexWhite,
        int eyeLibertiesWhite,
        List<String> shared,
        @Nullable Integer delta,
        @Nullable Integer adjustedBlackFirst,
        @Nullable Integer adjustedWhiteFirst,
        @Nullable String sumCooled,
        List<Component> components,
        long nodeCount) {

    /** Returns {@code analysis} as JSON. */
    public static RaceJson of(RaceAnalysis analysis) {
        Grid grid = analysis.race().board().grid();
        RaceLiberties liberties = analysis.liberties();
        Optional<RaceSum> sum = analysis.sum();
        return new RaceJson(
                analysis.status().name(),
                name(analysis.method()),
                name(analysis.blackFirst().result()),
                name(analysis.whiteFirst().result()),
                winningMoves(analysis.blackFirst(), grid),
                winningMoves(analysis.whiteFirst(), grid),
                analysis.isConditionalOnKo(),
                name(analysis.declined().map(RaceDecline::status)),
                analysis.declined().map(RaceDecline::reason).orElse(null),
                names(grid, analysis.race().essential(Color.BLACK)),
                names(grid, liberties.external(Color.BLACK)),
                names(grid, liberties.eye(Color.BLACK)),
                names(grid, liberties.complex(Color.BLACK)),
                analysis.eyeLiberties(Color.BLACK),
                names(grid, analysis.race().essential(Color.WHITE)),
                names(grid, liberties.external(Color.WHITE)),
                names(grid, liberties.eye(Color.WHITE)),
                names(grid, liberties.complex(Color.WHITE)),
                analysis.eyeLiberties(Color.WHITE),
                names(grid, liberties.shared()),
                sum.flatMap(known -> known.delta().stream().boxed().findFirst()).orElse(null),
                sum.map(RaceSum::adjustedBlackFirst).orElse(null),
                sum.map(RaceSum::adjustedWhiteFirst).orElse(null),
                sum.map(RaceSum::cooled).orElse(null),
                sum.map(RaceSum::components).orElse(List.of()).stream()
                        .map(component -> Component.of(component, grid))
                        .toList(),
                analysis.nodes());
    }

    private static @Nullable String name(Optional<? extends Enum<?>> value) {
        return value.isPresent() ? value.get().name() : null;
    }

    private static @Nullable List<String> winningMoves(RaceOutcome outcome, Grid grid) {
        return outcome.winningMoves().map(moves -> names(grid, moves)).orElse(null);
    }

    private static List<String> names(Grid grid, PointSet points) {
        List<String> names = new ArrayList<>();
        points.forEach(point -> names.add(grid.name(point)));
        return names;
    }

    /**
     * A region beside one essential chain.
     *
     * @param at the name of the region: its first point
     * @param owner B or W, the color of the chain
     * @param points the empty points of the region
     * @param isEye whether the region is an eye
     * @param value the value in liberties
     * @param cooled the cooled value
     * @param temperature the temperature of the value
     * @param mean the mean of the value
     */
    public record Component(
            String at,
            String owner,
            List<String> points,
            boolean isEye,
            String value,
            String cooled,
            String temperature,
            String mean) {
        private static Component of(RaceComponent component, Grid grid) {
            return new Component(
                    grid.name(component.point()),
                    component.owner() == Color.BLACK ? "B" : "W",
                    names(grid, component.points()),
                    component.isEye(),
                    component.value(),
                    component.cooled(),
                    component.temperature().toString(),
                    component.mean().toString());
        }
    }
}
