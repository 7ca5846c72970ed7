package dev.tengen.search;

import java.util.List;

/**
 * The state of a {@link SelfPlayGame}.
 *
 * @param slot the number of the slot
 * @param number the number of the game in progress
 * @param isFull whether the present search is a full one
 * @param mayResign whether resignation is allowed in this game
 * @param moves the moves so far
 * @param tree the tree
 */
record SelfPlayGameState(
        int slot, long number, boolean isFull, boolean mayResign, List<SearchedMove> moves, SearchTreeState tree) {}
