package dev.tengen.env;

import dev.tengen.game.Legality;
import java.util.List;

/** Snapshots that no environment has written, for tests of what a restored one accepts. */
final class Snapshots {
    private Snapshots() {}

    /** Returns a snapshot of an episode in progress. */
    static EnvironmentSnapshot inProgress(List<Integer> actions, DeadProposal... proposals) {
        return of(actions, EndReason.NONE, 0, 0, List.of(proposals));
    }

    /** Returns a snapshot with the given values, and otherwise those of an episode without rewards or a task. */
    static EnvironmentSnapshot of(
            List<Integer> actions, EndReason end, int winner, int illegalActionCount, List<DeadProposal> proposals) {
        return new EnvironmentSnapshot(
                1,
                1,
                0,
                actions,
                end,
                winner,
                0,
                0,
                0,
                List.of(),
                Legality.LEGAL,
                proposals,
                "",
                TaskOptions.OPEN,
                illegalActionCount,
                0);
    }
}
