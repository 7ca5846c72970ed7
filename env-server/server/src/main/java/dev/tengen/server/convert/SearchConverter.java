package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.EvaluationFormat;
import dev.tengen.proto.v1.LeafLayout;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.RestoreSlots;
import dev.tengen.proto.v1.SelfPlayLayout;
import dev.tengen.proto.v1.SelfPlayRecord;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.search.Evaluations.PriorKind;
import dev.tengen.search.FloatNumbers;
import dev.tengen.search.SearchedMove;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.search.LeafBatch;
import dev.tengen.server.search.LeafField;
import dev.tengen.server.search.SelfPlayPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Converts self-plays to core types and back. */
public final class SearchConverter {
    private static final String PRIOR_KIND = "PRIOR_KIND_";

    private SearchConverter() {}

    /**
     * Returns what {@code message} wants to be played.
     *
     * @param maxSlotCount maximum number of slots
     * @param seeds draws the seed if the message gives none
     * @throws dev.tengen.server.error.CallException if a name or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static SelfPlayPlan toCore(OpenSelfPlay message, int maxSlotCount, LongSupplier seeds) {
        int slotCount = SpecConverter.requireWithin("slot_count", message.getSlotCount(), 1, maxSlotCount);
        int groupCount = SpecConverter.requireWithin("group_count", message.getGroupCount(), 0, slotCount);
        if (message.getMaxGameCount() < 0) {
            throw InvalidValueException.outside(
                    "max_game_count", Long.toUnsignedString(message.getMaxGameCount()), 0, Long.MAX_VALUE);
        }
        EvaluationFormat format = message.getEvaluationFormat();
        return new SelfPlayPlan(
                SpecConverter.toCore(message.getSpecsList(), slotCount, "slot"),
                SearchSettingsConverter.toCore(message.getSelfPlay(), message.getSearch()),
                slotCount,
                Math.max(1, groupCount),
                message.hasSeed() ? message.getSeed() : seeds.getAsLong(),
                message.getMaxGameCount(),
                priorKind(format),
                isHalf(format),
                message.getHasObservations());
    }

    /**
     * Returns what priors are; logits by default.
     *
     * @throws dev.tengen.server.error.CallException if the number of the enum is unknown
     */
    static PriorKind priorKind(EvaluationFormat format) {
        return Enums.toCore(
                        "evaluation_format.prior_kind",
                        format.getPriorKind(),
                        format.getPriorKindValue(),
                        PRIOR_KIND,
                        PriorKind.class)
                .orElse(PriorKind.LOGITS);
    }

    /**
     * Returns whether numbers are float16 instead of float32, the default.
     *
     * @throws InvalidValueException if the number of the enum is unknown
     */
    static boolean isHalf(EvaluationFormat format) {
        return switch (format.getNumberFormat()) {
            case NUMBER_FORMAT_UNSPECIFIED, NUMBER_FORMAT_FLOAT32 -> false;
            case NUMBER_FORMAT_FLOAT16 -> true;
            case UNRECOGNIZED ->
                throw InvalidValueException.not(
                        "evaluation_format.number_format", format.getNumberFormatValue(), "a number of the enum");
        };
    }

    /** Returns the layout of {@code plan}, which was made from {@code request}. */
    public static SelfPlayLayout layout(SelfPlayPlan plan, OpenSelfPlay request) {
        SelfPlayLayout.Builder message = SelfPlayLayout.newBuilder()
                .setLeaf(layout(dev.tengen.search.LeafLayout.of(plan.form())))
                .addAllSpecs(SpecConverter.toProto(plan.specs(), request.getSpecsList()))
                .setSearch(SearchSettingsConverter.toProto(plan.settings().search()))
                .setSelfPlay(SearchSettingsConverter.toProto(plan.settings()))
                .setSeed(plan.seed());
        for (int group = 0; group < plan.groupCount(); group++) {
            message.addMaxLeafCounts(plan.maxLeafCount(group));
        }
        return message.build();
    }

    /** Returns the layout of rows as a message. */
    static LeafLayout layout(dev.tengen.search.LeafLayout layout) {
        return LeafLayout.newBuilder()
                .setActionCount(layout.actionCount())
                .setObservationByteCount(layout.observationByteCount())
                .setActionMaskByteCount(layout.actionMaskByteCount())
                .setGlobalByteCount(layout.globalByteCount())
                .build();
    }

    /**
     * Returns the numbers in {@code bytes}, which are read in place.
     *
     * @throws InvalidValueException if there are not whole numbers
     */
    public static FloatNumbers numbers(String field, ByteString bytes, boolean isHalf) {
        int each = isHalf ? Short.BYTES : Float.BYTES;
        if (bytes.size() % each != 0) {
            throw InvalidValueException.not(
                    field, "of " + bytes.size() + " bytes", "whole numbers of " + each + " bytes");
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return isHalf ? FloatNumbers.float16(buffer) : FloatNumbers.float32(buffer);
    }

    /** Returns the states of {@code message}. */
    public static List<byte[]> states(RestoreSlots message) {
        return message.getSlotStatesList().stream().map(ByteString::toByteArray).toList();
    }

    /** Returns the answer with a round. */
    public static SelfPlayResponse response(HostedSelfPlay.Round round, long sequence) {
        return withoutLeaves(round)
                .setSequence(sequence)
                .setLeaves(leaves(round.leaves()).setSlots(bytes(round.leaves().bytes(LeafField.SLOTS))))
                .build();
    }

    /** Returns what the answer with a round has beside leaves. */
    private static SelfPlayResponse.Builder withoutLeaves(HostedSelfPlay.Round round) {
        SelfPlayResponse.Builder message = SelfPlayResponse.newBuilder().setIsFinished(round.isFinished());
        round.games().forEach(game -> message.addRecords(record(game)));
        return message;
    }

    /** Returns the bytes of the answer with a round, without leaves; null if there is nothing else. */
    public static byte @Nullable [] bytesWithoutLeaves(HostedSelfPlay.Round round) {
        return round.games().isEmpty() && !round.isFinished()
                ? null
                : withoutLeaves(round).build().toByteArray();
    }

    /** Returns the answer with states of slots. */
    public static SelfPlayResponse saved(List<byte[]> states, long sequence) {
        SelfPlayResponse.Builder message = SelfPlayResponse.newBuilder().setSequence(sequence);
        states.forEach(state -> message.addSlotStates(bytes(state)));
        return message.build();
    }

    /** Returns the rows of {@code leaves}, without what they belong to. */
    static LeafStates.Builder leaves(LeafBatch leaves) {
        return LeafStates.newBuilder()
                .setObservations(bytes(leaves.bytes(LeafField.OBSERVATIONS)))
                .setActionMasks(bytes(leaves.bytes(LeafField.ACTION_MASKS)))
                .setGlobals(bytes(leaves.bytes(LeafField.GLOBALS)))
                .setSymmetries(bytes(leaves.bytes(LeafField.SYMMETRIES)));
    }

    private static SelfPlayRecord record(HostedSelfPlay.FinishedGame game) {
        SelfPlayRecord.Builder message = record(game.record()).setFirstPlayer(Enums.toProtoColor(game.firstPlayer()));
        game.positions()
                .ifPresent(rows ->
                        message.setObservations(bytes(rows.observations())).setGlobals(bytes(rows.globals())));
        return message.build();
    }

    private static SelfPlayRecord.Builder record(dev.tengen.search.SelfPlayRecord record) {
        List<SearchedMove> moves = record.moves();
        int shareCount = moves.stream().mapToInt(SearchedMove::policySize).sum();
        ByteBuffer actions = buffer(Short.BYTES * moves.size());
        ByteBuffer values = buffer(Float.BYTES * moves.size());
        ByteBuffer isFull = buffer(moves.size());
        ByteBuffer sizes = buffer(Short.BYTES * moves.size());
        ByteBuffer policyActions = buffer(Short.BYTES * shareCount);
        ByteBuffer policyShares = buffer(Float.BYTES * shareCount);
        for (SearchedMove move : moves) {
            actions.putShort((short) move.action());
            values.putFloat(move.rootValue());
            isFull.put((byte) (move.isFull() ? 1 : 0));
            sizes.putShort((short) move.policySize());
            for (int index = 0; index < move.policySize(); index++) {
                policyActions.putShort((short) move.policyAction(index));
                policyShares.putFloat(move.policyShare(index));
            }
        }
        ByteBuffer owners = buffer(record.owners().size());
        record.owners().forEach(owner -> owners.put(owner.byteValue()));
        return SelfPlayRecord.newBuilder()
                .setSlot(record.slot())
                .setNumber(record.number())
                .setActions(bytes(actions))
                .setRootValues(bytes(values))
                .setIsFull(bytes(isFull))
                .setPolicySizes(bytes(sizes))
                .setPolicyActions(bytes(policyActions))
                .setPolicyShares(bytes(policyShares))
                .setEndReason(EpisodeConverter.endReason(record.endReason()))
                .setWinner(Enums.toProtoColor(record.winner()))
                .setMargin(record.margin())
                .setOwners(bytes(owners))
                .setMayResign(record.mayResign());
    }

    /** Returns a buffer for little-endian numbers. */
    static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the numbers that were written to {@code buffer} as a message field, which takes it over. */
    static ByteString bytes(ByteBuffer buffer) {
        return UnsafeByteOperations.unsafeWrap(buffer.flip());
    }

    /** Returns {@code array} as a message field, which takes it over. */
    static ByteString bytes(byte[] array) {
        return UnsafeByteOperations.unsafeWrap(array);
    }
}
