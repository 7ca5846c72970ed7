package dev.tengen.env;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The root of a tree. Immutable.
 *
 * @param spec the environment; options that a search does not use, such as an opponent, are ignored
 * @param snapshot the state of the environment; empty for the start of an episode
 * @param actions the actions played from there
 */
public record TreeRoot(EnvironmentSpec spec, Optional<EnvironmentSnapshot> snapshot, List<Integer> actions) {
    /** Keeps a copy of the actions. */
    public TreeRoot {
        actions = List.copyOf(actions);
    }

    /** Returns the root at the start of an episode. */
    public static TreeRoot start(EnvironmentSpec spec) {
        return new TreeRoot(spec, Optional.empty(), List.of());
    }

    /** Returns the root at the present state of an environment. */
    public static TreeRoot of(Environment environment) {
        return new TreeRoot(environment.spec(), Optional.of(environment.snapshot()), List.of());
    }

    /** Returns the root after {@code more} actions from this one. */
    public TreeRoot then(List<Integer> more) {
        List<Integer> longer = new ArrayList<>(actions);
        longer.addAll(more);
        return new TreeRoot(spec, snapshot, longer);
    }
}
