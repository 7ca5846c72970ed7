package dev.tengen.client.search;

import java.util.List;

/**
 * The result of a request about a group of slots.
 *
 * @param group the group
 * @param leaves the leaves that await their evaluations; none after a pause
 * @param records the games that have ended, slot by slot. Long ones may come with a later round
 * @param isFinished whether the group has no leaf, plays no further game, and all its records have been returned
 */
public record SelfPlayRound(int group, LeafRows leaves, List<SelfPlayRecord> records, boolean isFinished) {
    /** Creates a round with a copy of the list. */
    public SelfPlayRound {
        records = List.copyOf(records);
    }
}
