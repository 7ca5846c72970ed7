package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.race.EyeShape;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceResult;
import java.util.List;

/**
 * The result of counting a race.
 *
 * @param regions the regions, except the shared ones
 * @param values the value of each region, in the order of {@code regions}
 * @param cooled the sum of the cooled values
 * @param leadBlackFirst Black's lead in liberties if Black moves first
 * @param leadWhiteFirst Black's lead in liberties if White moves first
 * @param shared the number of shared liberties
 * @param blackEye Black's eye
 * @param whiteEye White's eye
 */
record RaceCount(
        List<Region> regions,
        List<CanonicalGame> values,
        CanonicalGame cooled,
        int leadBlackFirst,
        int leadWhiteFirst,
        int shared,
        EyeShape blackEye,
        EyeShape whiteEye) {
    /** Returns the result of the race if {@code first} moves first. */
    RaceResult result(int first) {
        int lead = first == Color.BLACK ? leadBlackFirst : leadWhiteFirst;
        return DecisionTable.result(lead, shared, blackEye.rank(), whiteEye.rank(), first);
    }

    /** Returns how the race was counted. */
    RaceMethod method() {
        boolean isPlain = regions.stream().noneMatch(region -> region.kind() == Region.Kind.COMPLEX);
        return isPlain ? RaceMethod.FORMULA : RaceMethod.CGT;
    }
}
