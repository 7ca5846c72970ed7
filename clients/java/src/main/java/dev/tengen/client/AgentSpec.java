package dev.tengen.client;

import dev.tengen.proto.v1.JoinArena;
import java.util.List;

/**
 * How an agent comes to the arena.
 *
 * @param name its name, by which tournaments ask for it
 * @param description what it is, for people; may be empty
 * @param encodings names of the encodings in which turns observe; none for moves and masks alone
 * @param format what a number of an observation is
 * @param layout the order of the numbers of an observation
 * @param maxGameCount how many games it plays at once, 1 or more
 */
public record AgentSpec(
        String name,
        String description,
        List<String> encodings,
        ObservationFormat format,
        ObservationLayout layout,
        int maxGameCount) {
    /** Makes a spec; the list is copied. */
    public AgentSpec {
        encodings = List.copyOf(encodings);
    }

    /** Returns the spec of an agent that plays one game at a time and asks for no observations. */
    public static AgentSpec of(String name) {
        return new AgentSpec(name, "", List.of(), ObservationFormat.BITS, ObservationLayout.CHW, 1);
    }

    /** Returns this with a description. */
    public AgentSpec withDescription(String other) {
        return new AgentSpec(name, other, encodings, format, layout, maxGameCount);
    }

    /** Returns this with observations in {@code others}. */
    public AgentSpec withEncodings(String... others) {
        return new AgentSpec(name, description, List.of(others), format, layout, maxGameCount);
    }

    /** Returns this with observations in another form. */
    public AgentSpec withForm(ObservationFormat otherFormat, ObservationLayout otherLayout) {
        return new AgentSpec(name, description, encodings, otherFormat, otherLayout, maxGameCount);
    }

    /** Returns this with another count of games at once. */
    public AgentSpec withMaxGameCount(int other) {
        return new AgentSpec(name, description, encodings, format, layout, other);
    }

    JoinArena.Builder toProto() {
        return JoinArena.newBuilder()
                .setName(name)
                .setDescription(description)
                .addAllEncodings(encodings)
                .setObservationFormat(Messages.toProto(format))
                .setObservationLayout(Messages.toProto(layout))
                .setMaxGameCount(maxGameCount);
    }
}
