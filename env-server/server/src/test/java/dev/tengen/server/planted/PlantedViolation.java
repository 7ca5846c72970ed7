package dev.tengen.server.planted;

import dev.tengen.proto.v1.StepRequest;

/** Builds a message outside {@code convert} and {@code service}, for the test of the rule that forbids it. */
public final class PlantedViolation {
    private PlantedViolation() {}

    /** Returns a message. */
    public static Object message() {
        return StepRequest.newBuilder().setAction(1).build();
    }
}
