package dev.tengen.web.planted;

import dev.tengen.proto.v1.StepRequest;

/** Builds a message in the page's module, for the test of the rule that forbids it. */
public final class PlantedViolation {
    private PlantedViolation() {}

    /** Returns a message. */
    public static Object message() {
        return StepRequest.newBuilder().setAction(1).build();
    }
}
