package dev.tengen.client.arena;

import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.JoinArena;
import java.util.List;

/**
 * How an agent joins the arena. Immutable.
 *
 * @param name its name, by which tournaments refer to it
 * @param description a description for people; may be empty
 * @param encodings names of the encodings of the observations in turns; none for moves and masks alone
 * @param observationFormat the number format of observations
 * @param observationLayout the order of an observation's numbers
 * @param maxGameCount maximum number of games at once, at least 1
 */
public record AgentSpec(
        String name,
        String description,
        List<String> encodings,
        ObservationFormat observationFormat,
        ObservationLayout observationLayout,
        int maxGameCount) {
    /** Creates a spec with a copy of the list. */
    public AgentSpec {
        encodings = List.copyOf(encodings);
    }

    /** Returns the spec of an agent that plays one game at a time and needs no observations. */
    public static AgentSpec of(String name) {
        return new AgentSpec(name, "", List.of(), ObservationFormat.BITS, ObservationLayout.CHW, 1);
    }

    /** Returns this spec with another description. */
    public AgentSpec withDescription(String other) {
        return new AgentSpec(name, other, encodings, observationFormat, observationLayout, maxGameCount);
    }

    /** Returns this spec with observations in these encodings. */
    public AgentSpec withEncodings(String... others) {
        return new AgentSpec(name, description, List.of(others), observationFormat, observationLayout, maxGameCount);
    }

    /** Returns this spec with another format and layout of observations. */
    public AgentSpec withObservationForm(ObservationFormat otherFormat, ObservationLayout otherLayout) {
        return new AgentSpec(name, description, encodings, otherFormat, otherLayout, maxGameCount);
    }

    /** Returns this spec with another maximum number of games at once. */
    public AgentSpec withMaxGameCount(int other) {
        return new AgentSpec(name, description, encodings, observationFormat, observationLayout, other);
    }

    JoinArena.Builder toProto() {
        return JoinArena.newBuilder()
                .setName(name)
                .setDescription(description)
                .addAllEncodings(encodings)
                .setObservationFormat(ProtoConverter.toProto(observationFormat))
                .setObservationLayout(ProtoConverter.toProto(observationLayout))
                .setMaxGameCount(maxGameCount);
    }
}
