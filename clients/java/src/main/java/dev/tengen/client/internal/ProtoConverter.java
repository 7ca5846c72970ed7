package dev.tengen.client.internal;

import com.google.common.base.Enums;
import com.google.common.collect.Streams;
import com.google.common.primitives.Ints;
import com.google.protobuf.ByteString;
import com.google.protobuf.ProtocolMessageEnum;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.client.env.ActionMask;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.LegalActions;
import dev.tengen.client.env.Observation;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.Overlay;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.Rules;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.env.TaskInfo;
import dev.tengen.client.env.TaskOptions;
import dev.tengen.client.env.Timestep;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ScoreResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Converts between the messages of the contract and the types of {@link dev.tengen.client.env}, and between numbers and
 * their bytes. Other packages have converters for their own types.
 */
public final class ProtoConverter {
    private ProtoConverter() {}

    /** Returns the message's value for {@code color}. */
    public static dev.tengen.proto.v1.Color toProto(Color color) {
        return dev.tengen.proto.v1.Color.forNumber(color.number());
    }

    /** Returns the message's value for {@code format}. */
    public static dev.tengen.proto.v1.ObservationFormat toProto(ObservationFormat format) {
        return dev.tengen.proto.v1.ObservationFormat.valueOf("OBSERVATION_FORMAT_" + format);
    }

    /** Returns the message's value for {@code layout}. */
    public static dev.tengen.proto.v1.ObservationLayout toProto(ObservationLayout layout) {
        return dev.tengen.proto.v1.ObservationLayout.valueOf("OBSERVATION_LAYOUT_" + layout);
    }

    /** Returns the message for {@code options}. */
    public static dev.tengen.proto.v1.TaskOptions toProto(TaskOptions options) {
        return dev.tengen.proto.v1.TaskOptions.newBuilder()
                .setTaskId(options.taskId())
                .setAgentColor(toProto(options.agentColor()))
                .setFirstPlayer(toProto(options.firstPlayer()))
                .build();
    }

    /** Returns a timestep of the current episode of a session with {@code actionCount} actions. */
    public static Timestep timestep(dev.tengen.proto.v1.Timestep message, int actionCount) {
        return timestep(message, actionCount, message.getEpisode());
    }

    /** Returns a timestep of a session with {@code actionCount} actions, which is in {@code currentEpisode} now. */
    public static Timestep timestep(dev.tengen.proto.v1.Timestep message, int actionCount, long currentEpisode) {
        return new Timestep(
                message.getEpisode(),
                message.getMoveNumber(),
                color(message.getPlayerToMove()),
                message.getRewardBlack(),
                message.getRewardWhite(),
                message.getTerminated(),
                message.getTruncated(),
                endReason(message.getEndReason()),
                color(message.getWinner()),
                message.getPassCount(),
                message.getStateHash(),
                message.getPositionHash(),
                actionMask(message.getActionMask(), actionCount),
                List.copyOf(message.getActionsList()),
                illegalReason(message.getIllegalReason()),
                message.hasScore() ? Optional.of(score(message.getScore(), List.of())) : Optional.empty(),
                message.getIsAgreement(),
                observations(message.getObservationsList()),
                message.getEndMessage(),
                Symmetry.of(message.getSymmetryValue()),
                message.hasTask() ? Optional.of(task(message.getTask())) : Optional.empty(),
                currentEpisode);
    }

    private static TaskInfo task(dev.tengen.proto.v1.TaskInfo message) {
        return new TaskInfo(
                message.getTaskId(),
                message.getTaskClass(),
                message.getSplit(),
                color(message.getAgentColor()),
                color(message.getFirstPlayer()),
                message.getOptimalValue(),
                message.hasObtainedValue() ? OptionalInt.of(message.getObtainedValue()) : OptionalInt.empty(),
                message.hasRegret() ? OptionalInt.of(message.getRegret()) : OptionalInt.empty(),
                message.hasIsOracleOptimal() ? Optional.of(message.getIsOracleOptimal()) : Optional.empty(),
                message.hasLibertyMargin() ? OptionalInt.of(message.getLibertyMargin()) : OptionalInt.empty(),
                message.getIsMaskRestricted());
    }

    /** Returns the score in a response. */
    public static Score score(ScoreResponse message) {
        return score(message.getScore(), message.getOverlaysList());
    }

    private static Score score(dev.tengen.proto.v1.Score message, List<dev.tengen.proto.v1.Overlay> overlays) {
        return new Score(
                new Score.Tally(
                        message.getAreaBlack(),
                        message.getPointsBlack(),
                        message.getPrisonersBlack(),
                        message.getTaxBlack()),
                new Score.Tally(
                        message.getAreaWhite(),
                        message.getPointsWhite(),
                        message.getPrisonersWhite(),
                        message.getTaxWhite()),
                message.getHandicapBonus(),
                message.getKomi(),
                message.getMargin(),
                color(message.getWinner()),
                colors(message.getOwner()),
                overlays(overlays));
    }

    /** Returns the legal actions of a session with {@code actionCount} actions. */
    public static LegalActions legalActions(LegalActionsResponse message, int actionCount) {
        return new LegalActions(
                actionMask(message.getActionMask(), actionCount),
                Streams.stream(message.getIllegalReasons())
                        .map(ProtoConverter::illegalReason)
                        .toList(),
                message.getMoveNumber(),
                Symmetry.of(message.getSymmetryValue()));
    }

    /** Returns the position in a response. */
    public static Position position(ObserveResponse message) {
        return new Position(
                colors(message.getBoard()),
                color(message.getPlayerToMove()),
                message.getMoveNumber(),
                observations(message.getObservationsList()),
                Symmetry.of(message.getSymmetryValue()),
                overlays(message.getOverlaysList()));
    }

    /** Returns rules that a server has filled in completely. */
    public static Rules rules(dev.tengen.proto.v1.Rules message) {
        return new Rules(
                value(message.getKo(), Rules.KoRule.NONE, Rules.KoRule.NONE),
                value(message.getSuicide(), Rules.SuicideRule.ANY, Rules.SuicideRule.ANY),
                value(message.getScoring(), Rules.ScoringRule.AREA, Rules.ScoringRule.AREA),
                value(message.getTax(), Rules.TaxRule.NONE, Rules.TaxRule.NONE),
                message.getPassesToEnd(),
                message.getKomi(),
                value(message.getHandicapBonus(), Rules.HandicapBonus.NONE, Rules.HandicapBonus.NONE),
                value(message.getDeadStones(), Rules.DeadStonesRule.AS_IT_STANDS, Rules.DeadStonesRule.AS_IT_STANDS),
                value(message.getRepetitionEnd(), Rules.RepetitionEnd.NONE, Rules.RepetitionEnd.NONE),
                message.getFriendlyPassOk(),
                message.getHash(),
                message.getKatagoJson());
    }

    /** Returns the action mask in the bits of {@code message}. */
    public static ActionMask actionMask(ByteString message, int actionCount) {
        return new ActionMask(message.toByteArray(), actionCount);
    }

    /** Returns the observations of {@code messages}, in their order. */
    public static List<Observation> observations(List<dev.tengen.proto.v1.Observation> messages) {
        return list(messages, ProtoConverter::observation);
    }

    private static Observation observation(dev.tengen.proto.v1.Observation message) {
        return new Observation(
                message.getEncoding(),
                message.getPlaneCount(),
                message.getHeight(),
                message.getWidth(),
                value(message.getFormat(), ObservationFormat.BITS, ObservationFormat.BITS),
                value(message.getLayout(), ObservationLayout.CHW, ObservationLayout.CHW),
                message.getPlanes().toByteArray(),
                message.getGlobals().toByteArray());
    }

    private static List<Overlay> overlays(List<dev.tengen.proto.v1.Overlay> messages) {
        return list(messages, message -> new Overlay(message.getName(), numbers(message.getValues())));
    }

    private static List<Integer> numbers(ByteString bytes) {
        int[] numbers = new int[bytes.size() / Integer.BYTES];
        view(bytes).asIntBuffer().get(numbers);
        return List.copyOf(Ints.asList(numbers));
    }

    /** Returns the color of each point in {@code bytes}, one byte per point. */
    public static List<Color> colors(ByteString bytes) {
        return Streams.stream(bytes).map(Color::of).toList();
    }

    /** Returns the converted {@code messages}, in their order. */
    public static <M, T> List<T> list(List<M> messages, Function<? super M, T> converter) {
        return messages.stream().map(converter).toList();
    }

    /** Returns the color in a message; {@link Color#NONE} if it is unspecified. */
    public static Color color(dev.tengen.proto.v1.Color color) {
        return value(color, Color.NONE, Color.NONE);
    }

    /** Returns the reason with the {@code number} that a row holds. */
    public static EndReason endReason(int number) {
        dev.tengen.proto.v1.EndReason reason = dev.tengen.proto.v1.EndReason.forNumber(number);
        return reason == null ? EndReason.UNKNOWN : endReason(reason);
    }

    /** Returns the reason in a message. */
    public static EndReason endReason(dev.tengen.proto.v1.EndReason reason) {
        return value(reason, EndReason.NONE, EndReason.UNKNOWN);
    }

    /** Returns the reason with the {@code number} that a row holds. */
    public static IllegalReason illegalReason(int number) {
        dev.tengen.proto.v1.IllegalReason reason = dev.tengen.proto.v1.IllegalReason.forNumber(number);
        return reason == null ? IllegalReason.UNKNOWN : illegalReason(reason);
    }

    private static IllegalReason illegalReason(dev.tengen.proto.v1.IllegalReason reason) {
        return value(reason, IllegalReason.NONE, IllegalReason.UNKNOWN);
    }

    /**
     * Returns the value with the same name as {@code message}, without the prefix that the contract gives it.
     *
     * @param unspecified the result if the message has its zero value
     * @param unknown the result if this client is too old to know the value
     */
    public static <E extends Enum<E>> E value(ProtocolMessageEnum message, E unspecified, E unknown) {
        String name = name(message);
        if (name.equals("UNSPECIFIED")) {
            return unspecified;
        }
        return Enums.getIfPresent(unspecified.getDeclaringClass(), name).or(unknown);
    }

    /**
     * Returns the name of a value without the prefix that all values of its type share; "UNRECOGNIZED" if this client
     * is too old to know the value.
     */
    public static String name(ProtocolMessageEnum message) {
        String name = ((Enum<?>) message).name();
        String zero = message.getDescriptorForType().getValues().get(0).getName();
        String prefix = zero.substring(0, zero.length() - "UNSPECIFIED".length());
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    /** Returns {@code numbers} as four little-endian bytes each, as in requests. */
    public static ByteString bytes(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns {@code numbers} as eight little-endian bytes each, as in requests. */
    public static ByteString bytes(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns {@code numbers} as four little-endian bytes each, as in requests. */
    public static ByteString bytes(float... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns a read-only, little-endian view of {@code field}. Nothing is copied. */
    public static ByteBuffer view(ByteString field) {
        return field.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
