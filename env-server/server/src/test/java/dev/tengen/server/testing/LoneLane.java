package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.Timestep;
import io.grpc.StatusRuntimeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A lane of a batch, played alone in a session. The expected row is written from the contract, bit by bit. */
public final class LoneLane {
    private static final int NO_ACTION = -1;

    private final EnvironmentServiceBlockingStub stub;
    private final BatchLayout layout;
    private final EnvironmentSpec spec;
    private final String session;
    private Timestep last;
    private long episode;
    private double rewardBlack;
    private double rewardWhite;
    private double owedBlack;
    private double owedWhite;
    private IllegalReason illegalReason = IllegalReason.ILLEGAL_REASON_UNSPECIFIED;
    private int opponentAction = NO_ACTION;

    /** Opens a session like {@code lane} of a batch. */
    public LoneLane(EnvironmentServiceBlockingStub stub, BatchLayout layout, EnvironmentSpec spec, int lane) {
        this.stub = stub;
        this.layout = layout;
        this.spec = spec;
        var created = stub.createSession(
                Calls.create(spec).setSeed(layout.getSeeds(lane)).build());
        session = created.getSessionId();
        start(created.getTimestep());
    }

    /** Starts an episode. The reward of an opponent's opening move is paid with the first step, if there is one. */
    private void start(Timestep timestep) {
        take(timestep);
        owedBlack = rewardBlack;
        owedWhite = rewardWhite;
        if (!isOver()) {
            rest();
        }
        opponentAction = action(0);
    }

    private void take(Timestep timestep) {
        last = timestep;
        rewardBlack = timestep.getRewardBlack();
        rewardWhite = timestep.getRewardWhite();
        illegalReason = timestep.getIllegalReason();
        opponentAction = action(1);
    }

    /** Returns an action of the last call: the opponent's is the first one at a start, and the second one of a step. */
    private int action(int index) {
        return index < last.getActionsCount() ? last.getActions(index) : NO_ACTION;
    }

    /** Returns the count of actions, the pass included. */
    public int actionCount() {
        return spec.getWidth() * spec.getHeight() + 1;
    }

    /** Returns whether the episode is over. */
    public boolean isOver() {
        return last.getTerminated() || last.getTruncated();
    }

    /** Returns the state of the session. */
    public Timestep last() {
        return last;
    }

    /** Returns why the last action was illegal. */
    public IllegalReason illegalReason() {
        return illegalReason;
    }

    /** Does nothing. */
    public void rest() {
        rewardBlack = 0;
        rewardWhite = 0;
        illegalReason = IllegalReason.ILLEGAL_REASON_UNSPECIFIED;
        opponentAction = NO_ACTION;
    }

    /** Takes an action. */
    public void step(int action) {
        rest();
        try {
            take(stub.step(Calls.step(session, action).build()).getTimestep());
            rewardBlack += owedBlack;
            rewardWhite += owedWhite;
            owedBlack = 0;
            owedWhite = 0;
        } catch (StatusRuntimeException e) {
            String reason = Failure.of(e).reason().orElseThrow();
            illegalReason = IllegalReason.valueOf("ILLEGAL_REASON_" + reason);
        }
    }

    /** Proposes dead stones. A session rejects an illegal proposal under every policy, as a row does. */
    public void propose(List<Integer> points) {
        rest();
        try {
            take(stub.proposeDeadStones(ProposeDeadStonesRequest.newBuilder()
                            .setSessionId(session)
                            .addAllDeadPoints(points)
                            .build())
                    .getTimestep());
            rewardBlack += owedBlack;
            rewardWhite += owedWhite;
            owedBlack = 0;
            owedWhite = 0;
        } catch (StatusRuntimeException e) {
            String reason = Failure.of(e).reason().orElseThrow();
            illegalReason = reason.equals("INVALID_VALUE")
                    ? IllegalReason.ILLEGAL_REASON_NOT_WHOLE_CHAINS
                    : IllegalReason.valueOf("ILLEGAL_REASON_" + reason);
        }
    }

    /** Returns the board: one byte for each point. */
    public ByteString board() {
        return Calls.observe(stub, session).getBoard();
    }

    /** Starts an episode with the seed that follows. */
    public void reset() {
        reset(ResetRequest.newBuilder());
    }

    /** Starts an episode with {@code seed}. */
    public void reset(long seed) {
        reset(ResetRequest.newBuilder().setSeed(seed));
    }

    private void reset(ResetRequest.Builder request) {
        ResetResponse answer = stub.reset(request.setSessionId(session).build());
        start(answer.getTimestep());
        episode = answer.getTimestep().getEpisode();
    }

    /** Requires that rewards and end in {@code row} are those of the session. */
    public void requireEnd(LaneStates states, int row) {
        assertThat(floatAt(states.getRewards(), 2 * row)).as("Black's reward").isEqualTo((float) rewardBlack);
        assertThat(floatAt(states.getRewards(), 2 * row + 1))
                .as("White's reward")
                .isEqualTo((float) rewardWhite);
        assertThat(states.getTerminated().byteAt(row)).as("terminated").isEqualTo((byte)
                (last.getTerminated() ? 1 : 0));
        assertThat(states.getTruncated().byteAt(row)).as("truncated").isEqualTo((byte) (last.getTruncated() ? 1 : 0));
        assertThat(states.getEndReasons().byteAt(row)).as("end reason").isEqualTo((byte)
                last.getEndReason().getNumber());
    }

    /** Requires that {@code row} has the reason why the last action was illegal, or that it was legal. */
    public void requireReason(LaneStates states, int row) {
        assertThat(states.getIllegalReasons().byteAt(row)).as("illegal reason").isEqualTo((byte)
                illegalReason.getNumber());
    }

    /** Requires that all other fields of {@code row} are those of the session. */
    public void requireState(LaneStates states, int row) {
        assertThat(states.getWinners().byteAt(row)).as("winner").isEqualTo((byte)
                last.getWinner().getNumber());
        assertThat(states.getPlayersToMove().byteAt(row)).as("player to move").isEqualTo((byte)
                last.getPlayerToMove().getNumber());
        assertThat(intAt(states.getMoveNumbers(), row)).as("move number").isEqualTo(last.getMoveNumber());
        assertThat(intAt(states.getEpisodes(), row)).as("episode").isEqualTo((int) episode);
        assertThat(numbers(states.getStateHashes()).getLong(row * Long.BYTES))
                .as("state hash")
                .isEqualTo(last.getStateHash());
        assertThat(floatAt(states.getMargins(), row)).as("margin").isEqualTo((float)
                last.getScore().getMargin());
        assertThat(states.getSymmetries().byteAt(row)).as("symmetry").isEqualTo((byte)
                last.getSymmetry().getNumber());
        boolean isAgreement =
                !states.getIsAgreement().isEmpty() && states.getIsAgreement().byteAt(row) == 1;
        assertThat(isAgreement).as("is agreement").isEqualTo(last.getIsAgreement());
        int reported = states.getOpponentActions().isEmpty() ? NO_ACTION : intAt(states.getOpponentActions(), row);
        assertThat(reported).as("opponent's action").isEqualTo(opponentAction);
        assertThat(rowOf(states.getActionMasks(), row, layout.getActionMaskByteCount()))
                .as("mask")
                .isEqualTo(padded(last.getActionMask(), layout.getActionMaskByteCount()));
        assertThat(rowOf(states.getObservations(), row, layout.getObservationByteCount()))
                .as("observation")
                .isEqualTo(observations());
    }

    private static ByteBuffer numbers(ByteString bytes) {
        return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static float floatAt(ByteString bytes, int index) {
        return numbers(bytes).getFloat(index * Float.BYTES);
    }

    private static int intAt(ByteString bytes, int index) {
        return numbers(bytes).getInt(index * Integer.BYTES);
    }

    private static ByteString rowOf(ByteString bytes, int row, int byteCount) {
        return bytes.substring(row * byteCount, (row + 1) * byteCount);
    }

    private static ByteString padded(ByteString bytes, int byteCount) {
        return bytes.concat(ByteString.copyFrom(new byte[byteCount - bytes.size()]));
    }

    private ByteString observations() {
        byte[] row = new byte[layout.getObservationByteCount()];
        int start = 0;
        for (Observation observation : last.getObservationsList()) {
            int count = observation.getPlaneCount() * layout.getWidth() * layout.getHeight();
            switch (observation.getFormat()) {
                case OBSERVATION_FORMAT_BITS -> {
                    spread(observation, 1, row, 8 * start);
                    start += (count + 7) / 8;
                }
                case OBSERVATION_FORMAT_UINT8 -> {
                    spread(observation, 8, row, 8 * start);
                    start += count;
                }
                default -> {
                    spread(observation, 32, row, 8 * start);
                    start += 4 * count;
                }
            }
        }
        return ByteString.copyFrom(row);
    }

    /** Copies numbers of so many bits, each to its place on the widest board. */
    private void spread(Observation observation, int bitCount, byte[] row, int start) {
        boolean isPlaneByPlane = observation.getLayout() == ObservationLayout.OBSERVATION_LAYOUT_CHW;
        int planeCount = observation.getPlaneCount();
        for (int plane = 0; plane < planeCount; plane++) {
            for (int y = 0; y < observation.getHeight(); y++) {
                for (int x = 0; x < observation.getWidth(); x++) {
                    int source = isPlaneByPlane
                            ? (plane * observation.getHeight() + y) * observation.getWidth() + x
                            : (y * observation.getWidth() + x) * planeCount + plane;
                    int target = isPlaneByPlane
                            ? (plane * layout.getHeight() + y) * layout.getWidth() + x
                            : (y * layout.getWidth() + x) * planeCount + plane;
                    copyBits(observation.getPlanes(), bitCount * source, bitCount, row, start + bitCount * target);
                }
            }
        }
    }

    private static void copyBits(ByteString from, int source, int bitCount, byte[] to, int target) {
        for (int bit = 0; bit < bitCount; bit++) {
            int value = from.byteAt((source + bit) / 8) >> (7 - (source + bit) % 8) & 1;
            to[(target + bit) / 8] |= (byte) (value << (7 - (target + bit) % 8));
        }
    }
}
