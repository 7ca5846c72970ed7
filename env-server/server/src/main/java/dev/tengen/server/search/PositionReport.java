package dev.tengen.server.search;

import dev.tengen.search.PositionSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the search of a position has found.
 *
 * @param handle the handle of the position
 * @param visitCount number of simulations of the tree
 * @param nodeCount number of nodes of the tree
 * @param value the value of the position for the player to move; empty if it was not evaluated
 * @param actions the visited actions, best first
 * @param variations the principal variation that starts with each of {@code actions}
 * @param policy the policy target, a share for each action of the board; no number if it is not known, or not wanted
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, to make a message.
public record PositionReport(
        long handle,
        int visitCount,
        int nodeCount,
        OptionalDouble value,
        List<PositionSearch.SearchedAction> actions,
        List<int[]> variations,
        float[] policy) {
    /** The bytes of a report that do not depend on the number of actions. */
    private static final int HEADER_BYTES = 96;

    /** The bytes of an action without its variation. */
    private static final int ACTION_BYTES = 2 * Short.BYTES + Integer.BYTES + 2 * Float.BYTES;

    /**
     * What a report is to have.
     *
     * @param maxActionCount maximum number of actions; 0: all that were visited
     * @param maxVariationLength maximum number of actions in a variation
     * @param withPolicy whether to compute the policy target
     */
    public record Query(int maxActionCount, int maxVariationLength, boolean withPolicy) {
        /** Returns the maximum size of a report about a position with {@code actionCount} actions, in bytes. */
        long maxBytes(int actionCount) {
            long listed = maxActionCount == 0 ? actionCount : Math.min(maxActionCount, actionCount);
            return HEADER_BYTES
                    + listed * (ACTION_BYTES + (long) Short.BYTES * maxVariationLength)
                    + (withPolicy ? (long) Float.BYTES * actionCount : 0);
        }
    }

    /** Returns the report about {@code search}, whose handle is {@code handle}. */
    static PositionReport of(long handle, PositionSearch search, Query query) {
        List<PositionSearch.SearchedAction> actions = search.moves();
        if (query.maxActionCount() > 0 && query.maxActionCount() < actions.size()) {
            actions = actions.subList(0, query.maxActionCount());
        }
        List<int[]> variations = new ArrayList<>();
        for (PositionSearch.SearchedAction action : actions) {
            variations.add(search.variation(action.action(), query.maxVariationLength()).stream()
                    .mapToInt(Integer::intValue)
                    .toArray());
        }
        return new PositionReport(
                handle,
                search.visitCount(),
                search.nodeCount(),
                search.isEvaluated() ? OptionalDouble.of(search.value()) : OptionalDouble.empty(),
                actions,
                variations,
                query.withPolicy() && search.visitCount() > 0 ? search.policy() : new float[0]);
    }
}
