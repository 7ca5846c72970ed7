package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Legality;
import dev.tengen.planes.ObservationForm;
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

    /**
     * Returns an environment at the root. The caller moves for both players, and the board is as it is.
     *
     * @param encodings the names of the encodings of observations
     * @param form the byte representation of observations
     * @throws InvalidValueException if an action is illegal
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public Environment environment(List<String> encodings, ObservationForm form) {
        EnvironmentSpec adapted = adapted(spec, encodings, form);
        Environment environment =
                snapshot.map(state -> new Environment(adapted, state)).orElseGet(() -> new Environment(adapted, 0));
        for (int action : actions) {
            Legality legality = TreeCursor.step(environment, action);
            if (!legality.isLegal()) {
                throw InvalidValueException.not(
                        "actions",
                        "with " + action + ", illegal by " + legality + ",",
                        "a list of actions that can be played one after another");
            }
        }
        return environment;
    }

    /**
     * Returns {@code spec} with other observations, without an opponent or a symmetry, and with illegal actions
     * rejected.
     */
    static EnvironmentSpec adapted(EnvironmentSpec spec, List<String> encodings, ObservationForm form) {
        return spec.toBuilder()
                .illegalActionPolicy(IllegalActionPolicy.REJECT)
                .illegalActionPenalty(0)
                .encodings(encodings)
                .opponent(Optional.empty())
                .form(form)
                .symmetry(SymmetryChoice.NONE)
                .build();
    }

    /** Returns the root after {@code more} actions from this one. */
    public TreeRoot then(List<Integer> more) {
        List<Integer> longer = new ArrayList<>(actions);
        longer.addAll(more);
        return new TreeRoot(spec, snapshot, longer);
    }
}
