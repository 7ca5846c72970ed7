package dev.tengen.client.env;

import java.util.List;

/**
 * The legal actions of the player to move.
 *
 * @param mask the legal actions
 * @param reasons why each action is illegal, {@link IllegalReason#NONE} if it is legal; by action, the pass last
 * @param moveNumber the move number of the position
 * @param symmetry the symmetry that has been applied to {@code mask} and {@code reasons}
 */
public record LegalActions(ActionMask mask, List<IllegalReason> reasons, int moveNumber, Symmetry symmetry) {}
