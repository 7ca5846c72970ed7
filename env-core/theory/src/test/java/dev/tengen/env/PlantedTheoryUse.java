package dev.tengen.env;

import dev.tengen.cgt.GameUniverse;

/** Breaks the order on purpose: a class of a core package that uses the theory. A test checks that this is noticed. */
public final class PlantedTheoryUse {
    private PlantedTheoryUse() {}

    /** Returns a class of the theory. */
    public static Class<?> theory() {
        return GameUniverse.class;
    }
}
