package dev.tengen.client.env;

import java.util.List;

/**
 * The legal actions of the player to move.
 *
 * @param actionMask the legal actions
 * @param illegalReasons why each action is illegal, {@link IllegalReason#NONE} if it is legal; by action, the pass last
 * @param moveNumber the move number of the position
 * @param symmetry the symmetry that has been applied to {@code actionMask} and {@code illegalReasons}
 */
public record LegalActions(
        ActionMask actionMask, List<IllegalReason> illegalReasons, int moveNumber, Symmetry symmetry) {}
