package dev.tengen.search;

/**
 * The schedule of sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
 * ICML 2013), in the form of mctx: it says how many visits the action of the next simulation must have. Simulations
 * come in passes; a pass visits each considered action once. Nothing here allocates after construction. Not
 * thread-safe.
 */
final class SequentialHalving {
    private int simulationCount;
    private int halvingCount;
    private int considered;
    private int visits;
    private int passesLeft;
    private int leftInPass;

    /** Starts the schedule of {@code total} simulations among {@code consideredCount} actions. */
    void start(int consideredCount, int total) {
        simulationCount = total;
        halvingCount = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(consideredCount - 1));
        considered = consideredCount;
        visits = 0;
        leftInPass = considered;
        passesLeft = passCount();
    }

    /** Returns the number of passes with as many actions as now. A single action has no end of them. */
    private int passCount() {
        return Math.max(1, simulationCount / (halvingCount * considered));
    }

    /** Returns the number of visits that the action of the next simulation has had in this search. */
    int visits() {
        return visits;
    }

    /** Returns the number of simulations before the end of the pass. */
    int leftInPass() {
        return leftInPass;
    }

    /** Moves to the next simulation. */
    void advance() {
        if (--leftInPass > 0) {
            return;
        }
        visits++;
        if (--passesLeft == 0 && considered > 1) {
            considered = Math.max(2, considered / 2);
            passesLeft = passCount();
        }
        leftInPass = considered;
    }
}
