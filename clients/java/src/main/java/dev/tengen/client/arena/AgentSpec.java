package dev.tengen.client.arena;

import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.JoinArena;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How an agent joins the arena. Immutable.
 *
 * @param name its name, by which tournaments refer to it
 * @param description a description for people; may be empty
 * @param version its version, as in "3.1"; empty for none. On a ladder, each version is a player of its own
 * @param link an http or https address with more about it; empty for none
 * @param encodings names of the encodings of the observations in turns; none for moves and masks alone
 * @param observationFormat the number format of observations
 * @param observationLayout the order of an observation's numbers
 * @param maxGameCount maximum number of games at once, at least 1
 * @param nameWait how long to wait while another agent has the name, or had it and may return
 * @param keyFile the file that keeps the key with which a restarted agent resumes its games; empty: the key dies with
 *     the process. Only its owner can read it. Two agents at the same time need two files
 */
public record AgentSpec(
        String name,
        String description,
        String version,
        String link,
        List<String> encodings,
        ObservationFormat observationFormat,
        ObservationLayout observationLayout,
        int maxGameCount,
        Duration nameWait,
        Optional<Path> keyFile) {
    private static final Duration DEFAULT_NAME_WAIT = Duration.ofSeconds(60);

    /** Creates a spec with a copy of the list. */
    public AgentSpec {
        encodings = List.copyOf(encodings);
        if (nameWait.isNegative()) {
            throw new IllegalArgumentException("nameWait " + nameWait + " is below 0");
        }
    }

    /** Returns the spec of an agent that plays one game at a time and needs no observations. */
    public static AgentSpec of(String name) {
        return new AgentSpec(
                name,
                "",
                "",
                "",
                List.of(),
                ObservationFormat.BITS,
                ObservationLayout.CHW,
                1,
                DEFAULT_NAME_WAIT,
                Optional.empty());
    }

    /** Returns this spec with another description. */
    public AgentSpec withDescription(String other) {
        return with(draft -> draft.description = other);
    }

    /** Returns this spec with another version of the agent. */
    public AgentSpec withVersion(String other) {
        return with(draft -> draft.version = other);
    }

    /** Returns this spec with another link to more about the agent. */
    public AgentSpec withLink(String other) {
        return with(draft -> draft.link = other);
    }

    /** Returns this spec with observations in these encodings. */
    public AgentSpec withEncodings(String... others) {
        return with(draft -> draft.encodings = List.of(others));
    }

    /** Returns this spec with another format and layout of observations. */
    public AgentSpec withObservationForm(ObservationFormat otherFormat, ObservationLayout otherLayout) {
        return with(draft -> {
            draft.observationFormat = otherFormat;
            draft.observationLayout = otherLayout;
        });
    }

    /** Returns this spec with another maximum number of games at once. */
    public AgentSpec withMaxGameCount(int other) {
        return with(draft -> draft.maxGameCount = other);
    }

    /** Returns this spec with another time to wait for the name; zero to fail at once. */
    public AgentSpec withNameWait(Duration other) {
        return with(draft -> draft.nameWait = other);
    }

    /** Returns this spec with a file that keeps the key of the agent. It is made if it does not exist. */
    public AgentSpec withKeyFile(Path other) {
        return with(draft -> draft.keyFile = Optional.of(other));
    }

    private AgentSpec with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.spec();
    }

    /** The fields of a spec, to be changed. */
    private static final class Draft {
        private final String name;
        private String description;
        private String version;
        private String link;
        private List<String> encodings;
        private ObservationFormat observationFormat;
        private ObservationLayout observationLayout;
        private int maxGameCount;
        private Duration nameWait;
        private Optional<Path> keyFile;

        Draft(AgentSpec spec) {
            name = spec.name;
            description = spec.description;
            version = spec.version;
            link = spec.link;
            encodings = spec.encodings;
            observationFormat = spec.observationFormat;
            observationLayout = spec.observationLayout;
            maxGameCount = spec.maxGameCount;
            nameWait = spec.nameWait;
            keyFile = spec.keyFile;
        }

        AgentSpec spec() {
            return new AgentSpec(
                    name,
                    description,
                    version,
                    link,
                    encodings,
                    observationFormat,
                    observationLayout,
                    maxGameCount,
                    nameWait,
                    keyFile);
        }
    }

    JoinArena.Builder toProto() {
        return JoinArena.newBuilder()
                .setName(name)
                .setDescription(description)
                .setVersion(version)
                .setLink(link)
                .addAllEncodings(encodings)
                .setObservationFormat(ProtoConverter.toProto(observationFormat))
                .setObservationLayout(ProtoConverter.toProto(observationLayout))
                .setMaxGameCount(maxGameCount);
    }
}
