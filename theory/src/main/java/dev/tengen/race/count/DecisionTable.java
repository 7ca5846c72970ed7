package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.race.EyeShape;
import dev.tengen.race.RaceResult;

/** Who wins a race of plain liberties, with at most one eye for each chain. */
final class DecisionTable {
    /*
     * M. Müller, "Race to Capture: Analyzing Semeai in Go" (1999), and T. Nakamura, "Counting Liberties in Go Capturing
     * Races" (2009), give the threshold F that a lead in liberties has to reach; the three rows below are what exhaustive search
     * makes of them.
     *
     * Let a chain be ahead by D liberties of its own, eyes included, with S shared ones, and m be 0 if it moves first, else 1.
     * 1. No eyes: it captures if D >= F + m, where F = S - 1, or 0 if S = 0: the last shared liberty captures.
     * 2. Equal eyes: it captures if D >= S + m, for the last liberty is in the eye. If neither captures, it is a seki.
     * 3. Unequal eyes: the chain with the lesser eye captures if D >= S + m, else it is captured, for it cannot fill the
     *    shared liberties, and its enemy can.
     */
    private DecisionTable() {}

    /**
     * Returns what comes of a race.
     *
     * @param lead by how many liberties of its own Black is ahead; eyes count
     * @param shared how many liberties both share
     * @param blackRank the rank of Black's eye, see {@link EyeShape#rank()}; 0 for none
     * @param whiteRank the rank of White's eye
     * @param first who moves first
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
