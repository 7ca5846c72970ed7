package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.WatchResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Translation between the messages of the contract and the types of this package. */
final class Messages {
    private Messages() {}

    static dev.tengen.proto.v1.Color toProto(Color color) {
        return switch (color) {
            case NONE -> dev.tengen.proto.v1.Color.COLOR_UNSPECIFIED;
            case BLACK -> dev.tengen.proto.v1.Color.COLOR_BLACK;
            case WHITE -> dev.tengen.proto.v1.Color.COLOR_WHITE;
        };
    }

    static dev.tengen.proto.v1.ObservationFormat toProto(ObservationFormat format) {
        return dev.tengen.proto.v1.ObservationFormat.valueOf("OBSERVATION_FORMAT_" + format);
    }

    static dev.tengen.proto.v1.ObservationLayout toProto(ObservationLayout layout) {
        return dev.tengen.proto.v1.ObservationLayout.valueOf("OBSERVATION_LAYOUT_" + layout);
    }

    static Timestep timestep(dev.tengen.proto.v1.Timestep message, int actionCount) {
        return new Timestep(
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
                new ActionMask(message.getActionMask().toByteArray(), actionCount),
                List.copyOf(message.getActionsList()),
                illegalReason(message.getIllegalReason()),
                message.hasScore() ? Optional.of(score(message.getScore(), List.of())) : Optional.empty(),
                message.getIsAgreement(),
                observations(message.getObservationsList()),
                message.getEndMessage(),
                Symmetry.of(message.getSymmetryValue()),
                TaskMessages.info(message));
    }

    static Score score(ScoreResponse message) {
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

    static LegalActions legalActions(LegalActionsResponse message, int actionCount) {
        List<IllegalReason> reasons = new ArrayList<>(actionCount);
        for (byte number : message.getReasons()) {
            dev.tengen.proto.v1.IllegalReason reason = dev.tengen.proto.v1.IllegalReason.forNumber(number);
            reasons.add(reason == null ? IllegalReason.UNKNOWN : illegalReason(reason));
        }
        ActionMask mask = new ActionMask(message.getActionMask().toByteArray(), actionCount);
        return new LegalActions(
                mask, List.copyOf(reasons), message.getMoveNumber(), Symmetry.of(message.getSymmetryValue()));
    }

    static Position position(ObserveResponse message) {
        return new Position(
                colors(message.getBoard()),
                color(message.getPlayerToMove()),
                message.getMoveNumber(),
                observations(message.getObservationsList()),
                Symmetry.of(message.getSymmetryValue()),
                overlays(message.getOverlaysList()));
    }

    static WatchedState watched(WatchResponse message, int actionCount) {
        return new WatchedState(
                message.getEpisode(), timestep(message.getTimestep(), actionCount), colors(message.getBoard()));
    }

    static SessionSummary summary(dev.tengen.proto.v1.SessionSummary message) {
        return new SessionSummary(
                message.getSessionId(),
                message.getWidth(),
                message.getHeight(),
                message.getEpisode(),
                message.getMoveNumber(),
                endReason(message.getEndReason()));
    }

    static SessionState state(GetSessionResponse message, int actionCount) {
        return new SessionState(
                message.getEpisode(),
                message.getSeed(),
                timestep(message.getTimestep(), actionCount),
                List.copyOf(message.getActionsList()));
    }

    static ServerInfo serverInfo(GetServerInfoResponse message) {
        return new ServerInfo(
                message.getVersion(),
                message.getPresetsList().stream().map(Messages::preset).toList(),
                message.getEncodingsList().stream().map(EncodingMessages::spec).toList(),
                message.getEncodingFamiliesList().stream()
                        .map(EncodingMessages::family)
                        .toList(),
                message.getPlayersList().stream()
                        .map(player -> new ServerInfo.Player(player.getName(), player.getSummary()))
                        .toList(),
                new ServerInfo.Limits(
                        message.getLimits().getMaxSize(),
                        message.getLimits().getMaxSessionCount(),
                        message.getLimits().getIdleTimeoutMs(),
                        message.getLimits().getMaxRequestBytes(),
                        message.getLimits().getMaxLaneCount(),
                        message.getLimits().getMaxNodeCount(),
                        message.getLimits().getMaxTreeCount(),
                        message.getLimits().getMaxAnalysisCount(),
                        message.getLimits().getMaxAnalysisNodeCount(),
                        message.getLimits().getMaxAnalysisTimeMs()),
                message.getOverlaysList().stream()
                        .map(overlay -> new ServerInfo.OverlaySpec(
                                overlay.getName(), overlay.getMeaning(), overlay.getMin(), overlay.getMax()))
                        .toList(),
                message.getTasksList().stream().map(TaskMessages::family).toList());
    }

    private static ServerInfo.Preset preset(dev.tengen.proto.v1.RulesPreset message) {
        return new ServerInfo.Preset(
                message.getName(),
                List.copyOf(message.getAliasesList()),
                RulesMessages.rules(message.getRules()),
                message.getSummary());
    }

    private static List<Observation> observations(List<dev.tengen.proto.v1.Observation> messages) {
        return messages.stream().map(Observation::new).toList();
    }

    private static List<Overlay> overlays(List<dev.tengen.proto.v1.Overlay> messages) {
        return messages.stream()
                .map(message -> new Overlay(message.getName(), numbers(message.getValues())))
                .toList();
    }

    private static List<Integer> numbers(ByteString bytes) {
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> numbers = new ArrayList<>(bytes.size() / Integer.BYTES);
        while (buffer.hasRemaining()) {
            numbers.add(buffer.getInt());
        }
        return List.copyOf(numbers);
    }

    private static List<Color> colors(ByteString bytes) {
        List<Color> colors = new ArrayList<>(bytes.size());
        for (byte number : bytes) {
            colors.add(Color.of(number));
        }
        return List.copyOf(colors);
    }

    static Color color(dev.tengen.proto.v1.Color color) {
        return value(Color.class, color, "COLOR_", Color.NONE, Color.NONE);
    }

    /** Returns the reason with the {@code number} that a row holds. */
    static EndReason endReason(int number) {
        dev.tengen.proto.v1.EndReason reason = dev.tengen.proto.v1.EndReason.forNumber(number);
        return reason == null ? EndReason.UNKNOWN : endReason(reason);
    }

    /** Returns the reason with the {@code number} that a row holds. */
    static IllegalReason illegalReason(int number) {
        dev.tengen.proto.v1.IllegalReason reason = dev.tengen.proto.v1.IllegalReason.forNumber(number);
        return reason == null ? IllegalReason.UNKNOWN : illegalReason(reason);
    }

    private static EndReason endReason(dev.tengen.proto.v1.EndReason reason) {
        return value(EndReason.class, reason, "END_REASON_", EndReason.NONE, EndReason.UNKNOWN);
    }

    private static IllegalReason illegalReason(dev.tengen.proto.v1.IllegalReason reason) {
        return value(IllegalReason.class, reason, "ILLEGAL_REASON_", IllegalReason.NONE, IllegalReason.UNKNOWN);
    }

    /**
     * Returns the value of {@code type} whose name follows {@code prefix} in that of {@code message}; {@code unspecified} or {@code
     * unknown} where it says so or names none.
     */
    static <E extends Enum<E>> E value(Class<E> type, Enum<?> message, String prefix, E unspecified, E unknown) {
        String name = message.name();
        if (name.equals(prefix + "UNSPECIFIED")) {
            return unspecified;
        }
        return name.startsWith(prefix) ? enumOf(type, name.substring(prefix.length()), unknown) : unknown;
    }

    /** Returns the value of {@code type} called {@code name}, or {@code unknown} if there is none. */
    static <E extends Enum<E>> E enumOf(Class<E> type, String name, E unknown) {
        for (E value : type.getEnumConstants()) {
            if (value.name().equals(name)) {
                return value;
            }
        }
        return unknown;
    }
}
