package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.env.DeadProposal;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/** Converts snapshots of environments to bytes and back; {@code snapshot.proto} describes their content. */
public final class SnapshotConverter {
    private static final byte[] MAGIC = "TENGEN".getBytes(StandardCharsets.US_ASCII);
    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = MAGIC.length + 1 + Integer.BYTES;

    private SnapshotConverter() {}

    /** Returns {@code environment} as bytes; {@code preset} is the rule preset its spec was made from. */
    public static ByteString toBytes(Environment environment, RulesPreset preset) {
        return toBytes(environment.snapshot(), environment.spec(), preset);
    }

    /**
     * Returns {@code snapshot} of an environment with {@code spec} as bytes; {@code preset} is the rule preset of the
     * spec.
     */
    public static ByteString toBytes(
            EnvironmentSnapshot snapshot, dev.tengen.env.EnvironmentSpec spec, RulesPreset preset) {
        return framed(
                content(snapshot).setSpec(SpecConverter.toProto(spec, preset)).build());
    }

    /** Returns the bytes of {@code message} after a header. */
    static ByteString framed(SnapshotContent message) {
        byte[] content = message.toByteArray();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.put(MAGIC).put(VERSION).putInt(checksum(ByteBuffer.wrap(content)));
        return ByteString.copyFrom(header.flip()).concat(ByteString.copyFrom(content));
    }

    /** Returns {@code snapshot} without a spec. */
    static SnapshotContent.Builder content(EnvironmentSnapshot snapshot) {
        return SnapshotContent.newBuilder()
                .setSeed(snapshot.seed())
                .setEpisode(snapshot.episode())
                .setRandomState(snapshot.randomState())
                .addAllActions(snapshot.actions())
                .setEndReason(EpisodeConverter.endReason(snapshot.endReason()))
                .setWinner(Enums.toProtoColor(snapshot.winner()))
                .setRewardBlack(snapshot.rewardBlack())
                .setRewardWhite(snapshot.rewardWhite())
                .setPaidToBlack(snapshot.paidToBlack())
                .addAllLastActions(snapshot.lastActions())
                .setLastIllegalReason(Enums.toProtoReason(snapshot.lastLegality()))
                .setEndMessage(snapshot.endMessage())
                .setTaskOptions(TaskConverter.toProto(snapshot.taskOptions()))
                .setIllegalActionCount(snapshot.illegalActionCount())
                .setUnpaidMoveCount(snapshot.unpaidMoveCount())
                .addAllProposals(snapshot.proposals().stream()
                        .map(proposal -> dev.tengen.proto.v1.DeadProposal.newBuilder()
                                .setMoveNumber(proposal.moveNumber())
                                .addAllPoints(proposal.points())
                                .build())
                        .toList());
    }

    private static int checksum(ByteBuffer content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return (int) checksum.getValue();
    }

    /**
     * Returns the content of {@code bytes}, checked for damage.
     *
     * @throws CallException if they are no snapshot of this version, or are damaged
     */
    public static SnapshotContent read(ByteString bytes) {
        boolean isOurs = bytes.size() >= HEADER_BYTES && bytes.startsWith(ByteString.copyFrom(MAGIC));
        if (!isOurs) {
            throw CallException.of(Reason.SNAPSHOT_FOREIGN, "snapshot is not one that Snapshot returned")
                    .with("field", "snapshot");
        }
        byte version = bytes.byteAt(MAGIC.length);
        if (version != VERSION) {
            throw CallException.of(
                            Reason.SNAPSHOT_TOO_NEW,
                            "snapshot is of version " + version + "; this server reads version " + VERSION)
                    .with("field", "snapshot")
                    .with("value", version)
                    .with("allowed", VERSION);
        }
        int given = bytes.substring(MAGIC.length + 1).asReadOnlyByteBuffer().getInt();
        ByteString content = bytes.substring(HEADER_BYTES);
        if (given != checksum(content.asReadOnlyByteBuffer())) {
            throw damaged("its checksum is wrong");
        }
        try {
            return SnapshotContent.parseFrom(content);
        } catch (InvalidProtocolBufferException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the environment that {@code content} describes, whose opponent may be one of {@code engines}.
     *
     * @throws CallException if it describes none
     */
    public static Environment toCore(SnapshotContent content, List<? extends PlayerFactory> engines) {
        return environment(spec(content, engines), content);
    }

    /**
     * Returns the spec in {@code content}, whose opponent may be one of {@code engines}.
     *
     * @throws CallException if it is invalid
     */
    public static dev.tengen.env.EnvironmentSpec spec(SnapshotContent content, List<? extends PlayerFactory> engines) {
        try {
            return SpecConverter.toCore(content.getSpec(), engines);
        } catch (InvalidValueException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the environment that {@code content} describes, with its {@link #spec}.
     *
     * @throws CallException if it describes none
     */
    public static Environment environment(dev.tengen.env.EnvironmentSpec spec, SnapshotContent content) {
        try {
            return new Environment(spec, snapshot(content));
        } catch (InvalidValueException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the size in memory of the proposals of dead stones in {@code content}, in an environment with
     * {@code spec}, in bytes.
     */
    static long proposalBytes(dev.tengen.env.EnvironmentSpec spec, SnapshotContent content) {
        return content.getProposalsList().stream()
                .mapToLong(proposal -> Environment.proposalBytes(spec, proposal.getPointsCount()))
                .sum();
    }

    /** Returns the state in {@code content}. It need not be that of a legal game. */
    public static EnvironmentSnapshot snapshot(SnapshotContent content) {
        return new EnvironmentSnapshot(
                content.getSeed(),
                content.getEpisode(),
                content.getRandomState(),
                content.getActionsList(),
                Enums.toCore(
                                "end_reason",
                                content.getEndReason(),
                                content.getEndReasonValue(),
                                "END_REASON_",
                                EndReason.class)
                        .orElse(EndReason.NONE),
                Enums.toCoreColor("winner", content.getWinner(), content.getWinnerValue(), Color.EMPTY),
                content.getRewardBlack(),
                content.getRewardWhite(),
                content.getPaidToBlack(),
                content.getLastActionsList(),
                Enums.toCoreLegality(content.getLastIllegalReason(), content.getLastIllegalReasonValue()),
                content.getProposalsList().stream()
                        .map(proposal -> new DeadProposal(proposal.getMoveNumber(), proposal.getPointsList()))
                        .toList(),
                content.getEndMessage(),
                TaskConverter.toCore(content.getTaskOptions()),
                content.getIllegalActionCount(),
                content.getUnpaidMoveCount());
    }

    private static CallException damaged(String why) {
        return CallException.of(Reason.SNAPSHOT_DAMAGED, "snapshot is damaged: " + why)
                .with("field", "snapshot");
    }
}
