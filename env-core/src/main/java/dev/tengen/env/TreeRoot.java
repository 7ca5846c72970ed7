package dev.tengen.env;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a tree grows from.
 *
 * @param spec the environment; what a search does not ask it for, an opponent say, is left aside
 * @param snapshot the state of such an environment; none for the start of an episode
 * @param actions what is played from there
 */
public record TreeRoot(EnvironmentSpec spec, Optional<EnvironmentSnapshot> snapshot, List<Integer> actions) {
    /** Keeps a copy of the actions. */
    public TreeRoot {
        actions = List.copyOf(actions);
    }

    /** Returns the root that is the start of an episode. */
    public static TreeRoot start(EnvironmentSpec spec) {
        return new TreeRoot(spec, Optional.empty(), List.of());
    }

    /** Returns the root that an environment stands at now. */
    public static TreeRoot of(Environment environment) {
        return new TreeRoot(environment.spec(), Optional.of(environment.snapshot()), List.of());
    }

    /** Returns the root that {@code more} actions lead to from this one. */
    public TreeRoot then(List<Integer> more) {
        List<Integer> longer = new ArrayList<>(actions);
        longer.addAll(more);
        return new TreeRoot(spec, snapshot, longer);
    }
}
