package dev.tengen.server.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.search.Evaluations.PriorKind;
import dev.tengen.search.LeafLayout;
import dev.tengen.search.SelfPlayRecord;
import dev.tengen.search.SelfPlaySettings;
import java.util.List;

/**
 * What a client wants to be played. Immutable.
 *
 * @param specs one spec for all slots, or one for each: the board, the rules, and the form of observations
 * @param settings the parameters of games and searches
 * @param slotCount number of games at the same time
 * @param groupCount number of groups of slots
 * @param seed the seed of all games
 * @param maxGameCount number of games in all; 0: without end
 * @param priorKind what the client's priors are
 * @param isHalf whether the client's numbers are float16 instead of float32
 * @param hasObservations whether records have the observations of their positions
 */
public record SelfPlayPlan(
        List<EnvironmentSpec> specs,
        SelfPlaySettings settings,
        int slotCount,
        int groupCount,
        long seed,
        long maxGameCount,
        PriorKind priorKind,
        boolean isHalf,
        boolean hasObservations) {
    /** What messages have beside rows. */
    private static final long HEADER_BYTES = 1_024;

    /** What a complete spec in a message has at most, beside the names of encodings and the stones of its setup. */
    private static final long SPEC_BYTES = 512;

    /** What the name of an encoding has at most. */
    private static final long ENCODING_BYTES = 48;

    /** Keeps a copy of the list. */
    public SelfPlayPlan {
        specs = List.copyOf(specs);
    }

    /** Returns the spec of the first slot, which has the board and the form of observations of all slots. */
    public EnvironmentSpec form() {
        return specs.get(0);
    }

    /** Returns the number of bytes that the layout has at most, as a message with all complete specs. */
    long layoutByteCount() {
        long stoneCount = specs.stream()
                .mapToLong(spec ->
                        spec.setup().black().size() + spec.setup().white().size())
                .sum();
        long specBytes = SPEC_BYTES + ENCODING_BYTES * form().encodings().size();
        return HEADER_BYTES + specBytes * specs.size() + Integer.BYTES * (stoneCount + groupCount);
    }

    /** Returns the first slot of {@code group}, which is also the end of the group before. */
    int firstSlot(int group) {
        return (int) ((long) group * slotCount / groupCount);
    }

    /** Returns the maximum number of leaves of {@code group} in one answer. */
    public int maxLeafCount(int group) {
        return (firstSlot(group + 1) - firstSlot(group)) * settings.search().leavesPerRound();
    }

    /** Returns the maximum number of leaves of any group in one answer. */
    int maxLeafCount() {
        return (slotCount + groupCount - 1) / groupCount * settings.search().leavesPerRound();
    }

    /** Returns the number of bytes of a row of leaves. */
    int rowByteCount() {
        return LeafBatch.rowByteCount(LeafLayout.of(form()), Integer.BYTES);
    }

    /** Returns the number of bytes of a record in memory, with its observations. */
    long recordBytes(SelfPlayRecord record) {
        LeafLayout layout = LeafLayout.of(form());
        long rowBytes = hasObservations ? layout.observationByteCount() + layout.globalByteCount() : 0;
        return record.memoryBytes() + rowBytes * record.moves().size();
    }

    /**
     * Requires that the rows of a group and their evaluations fit into messages.
     *
     * @throws InvalidValueException if they do not
     */
    void requireShortMessages(long maxRequestBytes, long maxAnswerBytes) {
        long numberBytes = isHalf ? Short.BYTES : Float.BYTES;
        long evaluationBytes = numberBytes * (1 + form().grid().moveCount());
        long fitting = Math.min(
                (maxRequestBytes - HEADER_BYTES) / evaluationBytes,
                (maxAnswerBytes - HostedSelfPlay.MAX_RECORD_BYTES - HEADER_BYTES) / rowByteCount());
        if (maxLeafCount() > fitting) {
            throw InvalidValueException.not(
                    "group_count",
                    groupCount + ", for " + maxLeafCount() + " leaves of a group,",
                    "enough groups that each has at most " + fitting + " leaves");
        }
    }
}
