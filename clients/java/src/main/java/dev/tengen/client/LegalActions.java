package dev.tengen.client;

import java.util.List;

/**
 * The legal actions of the player to move.
 *
 * @param mask which actions are legal
 * @param reasons why each action is illegal, {@link IllegalReason#NONE} where it is legal; pass last
 * @param moveNumber the move number this belongs to
 * @param symmetry the symmetry by which mask and reasons are turned
 */
public record LegalActions(ActionMask mask, List<IllegalReason> reasons, int moveNumber, Symmetry symmetry) {}
