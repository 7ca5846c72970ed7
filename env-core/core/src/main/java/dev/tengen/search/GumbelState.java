package dev.tengen.search;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a {@link GumbelRoot} in the middle of a search.
 *
 * @param simulationCount number of simulations of the whole search
 * @param considered the considered actions
 */
record GumbelState(int simulationCount, List<Considered> considered) {
    private static final int MOST_ACTIONS = 626;

    /**
     * A considered action.
     *
     * @param action the action
     * @param sum its Gumbel number plus logit
     * @param visits its visits in this search
     */
    record Considered(int action, double sum, int visits) {}

    /** Returns the number of simulations that were selected. */
    long visitCount() {
        return considered.stream().mapToLong(Considered::visits).sum();
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(simulationCount);
        out.writeInt(considered.size());
        for (Considered each : considered) {
            out.writeInt(each.action);
            out.writeDouble(each.sum);
            out.writeInt(each.visits);
        }
    }

    static GumbelState read(DataInputStream in) throws IOException {
        int simulationCount = SelfPlayStateCodec.count(in, Integer.MAX_VALUE);
        int count = SelfPlayStateCodec.count(in, MOST_ACTIONS);
        List<Considered> considered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int action = SelfPlayStateCodec.count(in, MOST_ACTIONS);
            double sum = in.readDouble();
            SelfPlayStateCodec.require(Double.isFinite(sum));
            considered.add(new Considered(action, sum, SelfPlayStateCodec.count(in, simulationCount)));
        }
        return new GumbelState(simulationCount, considered);
    }
}
