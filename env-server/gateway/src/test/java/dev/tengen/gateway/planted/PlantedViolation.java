package dev.tengen.gateway.planted;

import dev.tengen.proto.v1.StepRequest;

/** A use of a message, which the order of packages must find. */
public final class PlantedViolation {
    private PlantedViolation() {}

    static StepRequest message() {
        return StepRequest.getDefaultInstance();
    }
}
