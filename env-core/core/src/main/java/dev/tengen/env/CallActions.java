package dev.tengen.env;

import java.util.Arrays;
import java.util.List;

/** The actions played in one call, in an array that later calls reuse. Not thread-safe. */
final class CallActions {
    private int[] actions = new int[2];
    private int count;

    void clear() {
        count = 0;
    }

    void add(int action) {
        if (count == actions.length) {
            actions = Arrays.copyOf(actions, count + 2);
        }
        actions[count++] = action;
    }

    int count() {
        return count;
    }

    /** Returns the action at {@code index}, or {@link EnvironmentBatch#NO_ACTION} if there are not so many. */
    int at(int index) {
        return index < count ? actions[index] : EnvironmentBatch.NO_ACTION;
    }

    /** Returns the number of moves: all actions except a resignation, which is the last. */
    int moveCount() {
        return count > 0 && actions[count - 1] == Environment.RESIGN ? count - 1 : count;
    }

    /** Replaces the actions by those of {@code other}. */
    void set(CallActions other) {
        if (actions.length < other.count) {
            actions = new int[other.count];
        }
        System.arraycopy(other.actions, 0, actions, 0, other.count);
        count = other.count;
    }

    /** Replaces the actions. */
    void set(List<Integer> others) {
        clear();
        others.forEach(this::add);
    }

    List<Integer> toList() {
        return Arrays.stream(actions, 0, count).boxed().toList();
    }
}
