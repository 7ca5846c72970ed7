package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.race.EyeShape;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceResult;
import java.util.List;

/**
 * A race that could be counted.
 *
 * @param values what each region is worth, in the order of {@code regions}
 * @param regions the regions, but for the shared ones
 * @param cooled the sum of the cooled values
 * @param leadBlackFirst by how many liberties Black is ahead if Black moves first
 * @param leadWhiteFirst by how many liberties Black is ahead if White moves first
 * @param shared how many liberties are shared
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
    /** Returns what comes of the race if {@code first} moves first. */
    RaceResult result(int first) {
        int lead = first == Color.BLACK ? leadBlackFirst : leadWhiteFirst;
        return DecisionTable.result(lead, shared, blackEye.rank(), whiteEye.rank(), first);
    }

    /** Returns how the race was counted. */
    RaceMethod method() {
        boolean isPlain = regions.stream().noneMatch(region -> region.kind() == RegionKind.COMPLEX);
        return isPlain ? RaceMethod.FORMULA : RaceMethod.CGT;
    }
}
