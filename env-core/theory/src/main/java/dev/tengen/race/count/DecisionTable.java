package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.race.EyeShape;
import dev.tengen.race.RaceResult;

/** Decides races of plain liberties with at most one eye for each chain. */
final class DecisionTable {
    /*
     * M. Müller, "Race to Capture: Analyzing Semeai in Go" (1999), and T. Nakamura, "Counting Liberties in Go Capturing
     * Races" (2009), give the threshold F that a lead in liberties has to reach. The three cases below agree with
     * exhaustive search.
     *
     * Let a chain be ahead by D liberties of its own, including its eye, with S shared ones. Let m be 0 if it moves
     * first, otherwise 1.
     *
     * - No eyes: it captures if D >= F + m, where F = S - 1, or 0 if S = 0, because the last shared liberty captures.
     * - Equal eyes: it captures if D >= S + m, because the last liberty is in the eye. If neither captures, it is seki.
     * - Unequal eyes: the chain with the lesser eye captures if D >= S + m. Otherwise it is captured, because it cannot
     *   fill the shared liberties and its enemy can.
     */
    private DecisionTable() {}

    /**
     * Returns the result of a race.
     *
     * @param lead the number of liberties of its own by which Black is ahead, including eyes
     * @param shared the number of shared liberties
     * @param blackRank the rank of Black's eye, see {@link EyeShape#rank()}; 0 for none
     * @param whiteRank the rank of White's eye
     * @param first the color that moves first
     */
    static RaceResult result(int lead, int shared, int blackRank, int whiteRank, int first) {
        int blackLead = lead - (first == Color.BLACK ? 0 : 1);
        int whiteLead = -lead - (first == Color.WHITE ? 0 : 1);
        if (blackRank != whiteRank) {
            boolean isBlackLesser = blackRank < whiteRank;
            boolean isLesserFirst = (isBlackLesser ? blackLead : whiteLead) >= shared;
            return isBlackLesser == isLesserFirst ? RaceResult.BLACK_CAPTURES : RaceResult.WHITE_CAPTURES;
        }
        int threshold = blackRank > 0 || shared == 0 ? shared : shared - 1;
        if (blackLead >= threshold) {
            return RaceResult.BLACK_CAPTURES;
        }
        return whiteLead >= threshold ? RaceResult.WHITE_CAPTURES : RaceResult.SEKI;
    }
}
