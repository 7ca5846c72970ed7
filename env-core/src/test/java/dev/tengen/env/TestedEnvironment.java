package dev.tengen.env;

import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import java.util.List;

/**
 * An environment as its contract sees it, wherever it runs. What a call led to is read from the accessors until the next
 * call.
 */
public interface TestedEnvironment {
    /** Opens environments for a contract to test. */
    @FunctionalInterface
    interface Opener {
        /** Makes an environment and starts its first episode with {@code seed}. */
        TestedEnvironment open(EnvironmentSpec spec, long seed);

        /** Makes an environment whose seed does not matter. */
        default TestedEnvironment open(TestSpec spec) {
            return open(spec.build(), 1);
        }
    }

    /** Starts a new episode. */
    void reset(long seed);

    /** Takes an action; returns whether it was legal, and if not, why. */
    Legality step(int action);

    /** Returns the reward of a color in the last call. */
    double reward(int color);

    /** Returns why the episode ended. */
    EndReason endReason();

    /** Returns the winner of a terminated episode. */
    int winner();

    /** Returns whose turn it is. */
    int playerToMove();

    /** Returns the count of moves made. */
    int moveNumber();

    /** Returns the area margin of the position as it stands. */
    double margin();

    /** Returns the action mask. */
    byte[] actionMask();

    /** Returns the observation in each encoding. */
    List<byte[]> observations();

    /** Returns the actions of the last call, the opponent's too. */
    List<Integer> lastActions();

    /** Returns the symmetry by which the agent sees the episode. */
    Symmetry symmetry();

    /** Returns the state hash. */
    long stateHash();

    /** Returns whether the episode is over. */
    default boolean isOver() {
        return endReason() != EndReason.NONE;
    }

    /** Takes several actions, each of which must be legal. */
    default void steps(int... actions) {
        for (int action : actions) {
            Legality legality = step(action);
            if (!legality.isLegal()) {
                throw new AssertionError("action " + action + " is " + legality);
            }
        }
    }
}
