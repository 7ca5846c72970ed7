package dev.tengen.arena.planted;

import dev.tengen.proto.v1.AgentTurn;

/** Builds a message outside {@code convert} and {@code service}, for the test of the rule that forbids it. */
public final class PlantedViolation {
    private PlantedViolation() {}

    /** Returns a message. */
    public static Object message() {
        return AgentTurn.newBuilder().setMoveNumber(1).build();
    }
}
