package dev.tengen.env;

import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import java.util.List;
import java.util.stream.Stream;

/** An environment under test, in this process or elsewhere. The accessors return the results of the last call. */
public interface TestedEnvironment {
    /** Opens environments for a contract to test. */
    @FunctionalInterface
    interface Opener {
        /** Creates an environment and starts its first episode with {@code seed}. */
        TestedEnvironment open(EnvironmentSpec spec, long seed);

        /** Creates an environment with a fixed seed. */
        default TestedEnvironment open(TestSpec spec) {
            return open(spec.build(), 1);
        }
    }

    /** Starts a new episode. */
    void reset(long seed);

    /** Plays an action. Returns whether it was legal, and if not, why. */
    Legality step(int action);

    /** Takes back moves. Returns whether the environment allowed it; otherwise it has changed nothing. */
    boolean undo(int moveCount);

    /** Returns the reward of a color in the last call. */
    double reward(int color);

    /** Returns why the episode ended. */
    EndReason endReason();

    /** Returns the winner of a terminated episode. */
    int winner();

    /** Returns the player to move. */
    int playerToMove();

    /** Returns the number of the episode, from 1. */
    long episode();

    /** Returns the number of moves. */
    int moveNumber();

    /** Returns the area margin of the present position. */
    double margin();

    /** Returns the action mask. */
    byte[] actionMask();

    /** Returns the observation in each encoding. */
    List<byte[]> observations();

    /** Returns the actions of the last call, including the opponent's. */
    List<Integer> lastActions();

    /** Returns the symmetry of the agent's view. */
    Symmetry symmetry();

    /** Returns the state hash. */
    long stateHash();

    /** Exports the episode as a record, and imports it with default arguments. */
    TestedEnvironment imported();

    /** Returns whether the episode is over. */
    default boolean isOver() {
        return endReason() != EndReason.NONE;
    }

    /** Plays several actions, which must be legal. */
    default void steps(int... actions) {
        for (int action : actions) {
            Legality legality = step(action);
            if (!legality.isLegal()) {
                throw new AssertionError("action " + action + " is " + legality);
            }
        }
    }

    /** Plays actions with spaces between them, as in "4 9", each of which must be legal. */
    default void steps(String actions) {
        steps(Stream.of(actions.split(" "))
                .filter(action -> !action.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray());
    }
}
