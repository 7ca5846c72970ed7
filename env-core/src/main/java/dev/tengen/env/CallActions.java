package dev.tengen.env;

import java.util.Arrays;
import java.util.List;

/** The actions that one call plays, in an array that later calls use again. Not thread-safe. */
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

    /** Makes these the actions. */
    void set(List<Integer> others) {
        clear();
        others.forEach(this::add);
    }

    List<Integer> toList() {
        return Arrays.stream(actions, 0, count).boxed().toList();
    }
}
