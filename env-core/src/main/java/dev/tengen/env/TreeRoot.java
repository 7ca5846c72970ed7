package dev.tengen.env;

/**
 * What a tree grows from.
 *
 * @param spec the environment; what search does not ask it for, an opponent say, is left aside
 * @param snapshot the state of such an environment
 */
public record TreeRoot(EnvironmentSpec spec, EnvironmentSnapshot snapshot) {
    /** Returns the root that an environment stands at now. */
    public static TreeRoot of(Environment environment) {
        return new TreeRoot(environment.spec(), environment.snapshot());
    }
}
