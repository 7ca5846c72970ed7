package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.LaneProposal;
import dev.tengen.env.LaneRows;
import dev.tengen.env.RowField;
import dev.tengen.env.RowLayout;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.Engines;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Converts batches to core types and back. Rows are wrapped, not copied. */
public final class BatchConverter {
    private static final String AUTORESET = "AUTORESET_MODE_";

    /** Maximum of playouts for one move in every lane of a batch: about a second of one processor on 19x19. */
    public static final int MAX_PLAYOUT_COUNT = 20_000;

    /** The bytes of a field's number and length, at most. */
    private static final long HEADER_BYTES = 8;

    private static final int PAGE_BYTES = 4_096;

    private BatchConverter() {}

    /**
     * Returns the requested count of lanes.
     *
     * @throws InvalidValueException if it is not within 1 and {@code max}
     */
    public static int laneCount(OpenBatch message, int max) {
        int count = message.getLaneCount();
        if (count < 1 || count > max) {
            throw InvalidValueException.outside("lane_count", Integer.toUnsignedString(count), 1, max);
        }
        return count;
    }

    /**
     * Returns the batch that {@code message} describes, whose count of lanes is in range.
     *
     * @param random supplies the seeds that the message does not give
     * @throws CallException if a name is unknown or the opponents would take too long
     * @throws InvalidValueException if a value is out of range
     */
    public static EnvironmentBatch toCore(OpenBatch message, LongSupplier random) {
        int laneCount = message.getLaneCount();
        message.getSpecsList().forEach(BatchConverter::requireQuickOpponent);
        List<EnvironmentSpec> specs = SpecConverter.toCore(message.getSpecsList(), laneCount, "lane");
        requireFewPlayouts(specs, laneCount);
        return new EnvironmentBatch(specs, seeds(message, random), autoreset(message));
    }

    /** Rejects engines and the oracle: lanes are stepped together, so all of them would wait for the slowest. */
    private static void requireQuickOpponent(dev.tengen.proto.v1.EnvironmentSpec spec) {
        String player = spec.getOpponent().getPlayer();
        if (player.startsWith(Engines.NAME_PREFIX)) {
            throw CallException.invalid(
                    "opponent.player", "\"" + player + "\"", "a built-in player; engines play in sessions only");
        }
        if (Players.named(player).filter(BuiltInPlayer::isOracle).isPresent()
                && spec.getTask().isEmpty()) {
            throw CallException.invalid(
                    "opponent.player",
                    "\"" + player + "\"",
                    "a built-in player that moves at once; without a task the oracle plays in sessions only");
        }
    }

    /** Rejects opponents that together search too long: all lanes wait for all of them, and other batches too. */
    private static void requireFewPlayouts(List<EnvironmentSpec> specs, int laneCount) {
        long count = specs.stream().mapToLong(BatchConverter::playoutCount).sum() * (laneCount / specs.size());
        if (count > MAX_PLAYOUT_COUNT) {
            String range = "[0, " + MAX_PLAYOUT_COUNT + "]";
            throw InvalidValueException.because(
                    "opponent.player: the playouts for one move in all " + laneCount + " lanes together are " + count
                            + ", outside " + range,
                    "opponent.player",
                    count,
                    range);
        }
    }

    private static int playoutCount(EnvironmentSpec spec) {
        return spec.opponent()
                .map(opponent -> opponent.player() instanceof MonteCarlo player ? player.playoutCount() : 0)
                .orElse(0);
    }

    private static long[] seeds(OpenBatch message, LongSupplier random) {
        int count = message.getSeedsCount();
        if (count > 1 && count != message.getLaneCount()) {
            throw CallException.invalid("seeds", "a list of " + count, "no seed, one, or one for each lane");
        }
        long[] seeds = new long[message.getLaneCount()];
        for (int lane = 0; lane < seeds.length; lane++) {
            seeds[lane] = switch (count) {
                case 0 -> random.getAsLong();
                case 1 -> message.getSeeds(0) + lane;
                default -> message.getSeeds(lane);
            };
        }
        return seeds;
    }

    private static Autoreset autoreset(OpenBatch message) {
        return Enums.toCore(
                        "autoreset_mode",
                        message.getAutoresetMode(),
                        message.getAutoresetModeValue(),
                        AUTORESET,
                        Autoreset.class)
                .orElse(Autoreset.NEXT_STEP);
    }

    /** Returns the proposals of dead stones of {@code message}. The batch checks them. */
    public static List<LaneProposal> proposals(StepBatch message) {
        return message.getProposalsList().stream()
                .map(proposal -> new LaneProposal(proposal.getLane(), proposal.getDeadPointsList()))
                .toList();
    }

    /** Returns the layout of {@code batch}, with complete specs and seeds; it was created from {@code request}. */
    public static BatchLayout.Builder layout(EnvironmentBatch batch, OpenBatch request) {
        RowLayout layout = batch.layout();
        BatchLayout.Builder message = BatchLayout.newBuilder()
                .setWidth(layout.width())
                .setHeight(layout.height())
                .setObservationByteCount(layout.observationByteCount())
                .setActionMaskByteCount(layout.actionMaskByteCount())
                .setGlobalByteCount(layout.globalByteCount());
        message.addAllSpecs(SpecConverter.toProto(
                IntStream.range(0, request.getSpecsCount())
                        .mapToObj(batch::spec)
                        .toList(),
                request.getSpecsList()));
        for (long seed : batch.seeds()) {
            message.addSeeds(seed);
        }
        return message;
    }

    /**
     * Returns the length that a message {@link LaneStates} about {@code rowCount} lanes of {@code batch} has at most,
     * with the rows of ended episodes, as a multiple of the size of a page.
     */
    public static int maxStatesBytes(EnvironmentBatch batch, int rowCount) {
        long rowBytes = (long) rowCount * batch.layout().rowByteCount();
        long bytes = (batch.reportsEnds() ? 2 : 1) * (rowBytes + HEADER_BYTES * RowField.values().length);
        return Math.toIntExact((bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
    }

    /** Converts {@code rows}. The message takes over their arrays. */
    public static LaneStates states(LaneRows rows) {
        LaneStates.Builder states = fields(rows);
        LaneRows ended = rows.ended();
        if (ended.rowCount() > 0) {
            states.setFinal(fields(ended));
        }
        return states.build();
    }

    /**
     * Returns a message with the final rows of {@code rows}, as in the field {@code final} of its states; null if there
     * are none.
     */
    public static byte @Nullable [] endedBytes(LaneRows rows) {
        LaneRows ended = rows.ended();
        return ended.rowCount() == 0 ? null : fields(ended).build().toByteArray();
    }

    private static LaneStates.Builder fields(LaneRows rows) {
        return LaneStates.newBuilder()
                .setLanes(bytes(rows, RowField.LANES))
                .setObservations(bytes(rows, RowField.OBSERVATIONS))
                .setActionMasks(bytes(rows, RowField.ACTION_MASKS))
                .setRewards(bytes(rows, RowField.REWARDS))
                .setTerminated(bytes(rows, RowField.TERMINATED))
                .setTruncated(bytes(rows, RowField.TRUNCATED))
                .setEndReasons(bytes(rows, RowField.END_REASONS))
                .setWinners(bytes(rows, RowField.WINNERS))
                .setPlayersToMove(bytes(rows, RowField.PLAYERS_TO_MOVE))
                .setMoveNumbers(bytes(rows, RowField.MOVE_NUMBERS))
                .setEpisodes(bytes(rows, RowField.EPISODES))
                .setStateHashes(bytes(rows, RowField.STATE_HASHES))
                .setMargins(bytes(rows, RowField.MARGINS))
                .setActions(bytes(rows, RowField.ACTIONS))
                .setIllegalReasons(bytes(rows, RowField.ILLEGAL_REASONS))
                .setResets(bytes(rows, RowField.RESETS))
                .setGlobals(bytes(rows, RowField.GLOBALS))
                .setSymmetries(bytes(rows, RowField.SYMMETRIES))
                .setAgentColors(bytes(rows, RowField.AGENT_COLORS))
                .setOptimalValues(bytes(rows, RowField.OPTIMAL_VALUES))
                .setRegrets(bytes(rows, RowField.REGRETS))
                .setIsOracleOptimal(bytes(rows, RowField.ORACLE_OPTIMAL))
                .setIsAgreement(bytes(rows, RowField.AGREEMENTS))
                .setOpponentActions(bytes(rows, RowField.OPPONENT_ACTIONS));
    }

    private static ByteString bytes(LaneRows rows, RowField field) {
        return UnsafeByteOperations.unsafeWrap(rows.bytes(field));
    }
}
