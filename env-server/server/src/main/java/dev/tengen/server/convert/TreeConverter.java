package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestFullException;
import dev.tengen.env.ForestSpec;
import dev.tengen.env.LaneRows;
import dev.tengen.env.RowField;
import dev.tengen.env.RowLayout;
import dev.tengen.env.TreeRoot;
import dev.tengen.env.TreeRows;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.ForestLayout;
import dev.tengen.proto.v1.NodeStates;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.proto.v1.TreeError;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.tree.Forest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/** Converts forests to core types and back. Rows are wrapped, not copied. */
public final class TreeConverter {
    private static final int DEFAULT_SIZE = 19;

    private TreeConverter() {}

    /**
     * Returns the requested maximum of nodes, {@code usual} by default.
     *
     * @throws InvalidValueException if it is above {@code max}
     */
    public static int nodeCount(OpenForest message, int max, int usual) {
        int count = message.getMaxNodeCount();
        if (count < 0 || count > max) {
            throw InvalidValueException.outside("max_node_count", Integer.toUnsignedString(count), 0, max);
        }
        return count == 0 ? usual : count;
    }

    /**
     * Returns the spec that {@code message} describes, with {@code nodeCount} nodes.
     *
     * @throws CallException if an encoding or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static ForestSpec toCore(OpenForest message, int nodeCount) {
        List<String> encodings = SpecConverter.encodings(message.getEncodingsList());
        Grid widest = grid(message.getWidth(), message.getHeight());
        return new ForestSpec(widest, encodings, ViewConverter.form(message), nodeCount);
    }

    /**
     * Returns the board with the given columns and rows, 19 by default.
     *
     * @throws InvalidValueException if a number is out of range
     */
    static Grid grid(int width, int height) {
        return Grid.of(size("width", width), size("height", height));
    }

    private static int size(String field, int given) {
        return given == 0 ? DEFAULT_SIZE : SpecConverter.requireInt(field, given, Grid.MIN_SIZE, Grid.MAX_SIZE);
    }

    /** Returns the layout of rows. */
    private static ForestLayout layout(RowLayout layout, int maxNodeCount, int maxTreeCount) {
        return ForestLayout.newBuilder()
                .setWidth(layout.width())
                .setHeight(layout.height())
                .setObservationByteCount(layout.observationByteCount())
                .setActionMaskByteCount(layout.actionMaskByteCount())
                .setGlobalByteCount(layout.globalByteCount())
                .setMaxNodeCount(maxNodeCount)
                .setMaxTreeCount(maxTreeCount)
                .build();
    }

    /**
     * Returns what returns the positions that trees start from, by their index. Several threads may call it. It throws
     * {@link CallException} if the root is missing, or a name or a session is unknown, and
     * {@link InvalidValueException} if a value is out of range.
     *
     * @param ofSession returns the current position of a session by id, and reserves memory for it and for more moves
     * @param reservation reserves memory for a position before it is made
     */
    public static IntFunction<TreeRoot> roots(
            List<dev.tengen.proto.v1.TreeRoot> roots,
            BiFunction<String, Integer, TreeRoot> ofSession,
            RootReservation reservation) {
        Map<dev.tengen.proto.v1.EnvironmentSpec, EnvironmentSpec> known = new ConcurrentHashMap<>();
        return index -> {
            dev.tengen.proto.v1.TreeRoot root = roots.get(index);
            TreeRoot from = switch (root.getStateCase()) {
                case SPEC -> {
                    EnvironmentSpec spec = known.computeIfAbsent(
                            root.getSpec(), given -> SpecConverter.toCore(withoutOpponent(given)));
                    reservation.reserve(spec, root.getActionsCount(), 0);
                    yield TreeRoot.start(spec);
                }
                case SESSION_ID -> ofSession.apply(root.getSessionId(), root.getActionsCount());
                case SNAPSHOT -> ofSnapshot(root.getSnapshot(), root.getActionsCount(), reservation);
                default -> throw CallException.invalid("roots.state", "missing", "a spec, a session or a snapshot");
            };
            return from.then(root.getActionsList());
        };
    }

    /** Reserves the memory of a root. */
    @FunctionalInterface
    public interface RootReservation {
        /**
         * Reserves the memory of a root.
         *
         * @param spec its spec
         * @param moveCount its move number
         * @param proposalBytes the size of its proposals of dead stones
         * @throws CallException if too little is free
         */
        void reserve(EnvironmentSpec spec, int moveCount, long proposalBytes);
    }

    private static TreeRoot ofSnapshot(ByteString snapshot, int moreMoves, RootReservation reservation) {
        SnapshotContent content = SnapshotConverter.read(snapshot);
        SnapshotContent own =
                content.toBuilder().setSpec(withoutOpponent(content.getSpec())).build();
        EnvironmentSpec spec = SnapshotConverter.spec(own, List.of());
        reservation.reserve(
                spec, content.getActionsCount() + moreMoves, SnapshotConverter.proposalBytes(spec, content));
        return TreeRoot.of(SnapshotConverter.environment(spec, own));
    }

    /** Removes the opponent: the client plays both colors, and this server need not know the opponent. */
    private static dev.tengen.proto.v1.EnvironmentSpec withoutOpponent(dev.tengen.proto.v1.EnvironmentSpec spec) {
        return spec.toBuilder().clearOpponent().build();
    }

    /** Converts {@code rows}. The message takes over their arrays. */
    private static NodeStates states(TreeRows rows) {
        LaneRows positions = rows.positions();
        return NodeStates.newBuilder()
                .setHandles(UnsafeByteOperations.unsafeWrap(rows.handles()))
                .setObservations(bytes(positions, RowField.OBSERVATIONS))
                .setActionMasks(bytes(positions, RowField.ACTION_MASKS))
                .setRewards(bytes(positions, RowField.REWARDS))
                .setTerminated(bytes(positions, RowField.TERMINATED))
                .setTruncated(bytes(positions, RowField.TRUNCATED))
                .setEndReasons(bytes(positions, RowField.END_REASONS))
                .setWinners(bytes(positions, RowField.WINNERS))
                .setPlayersToMove(bytes(positions, RowField.PLAYERS_TO_MOVE))
                .setMoveNumbers(bytes(positions, RowField.MOVE_NUMBERS))
                .setStateHashes(bytes(positions, RowField.STATE_HASHES))
                .setMargins(bytes(positions, RowField.MARGINS))
                .setIllegalReasons(bytes(positions, RowField.ILLEGAL_REASONS))
                .setGlobals(bytes(positions, RowField.GLOBALS))
                .setIsAgreement(bytes(positions, RowField.AGREEMENTS))
                .build();
    }

    private static ByteString bytes(LaneRows rows, RowField field) {
        return UnsafeByteOperations.unsafeWrap(rows.bytes(field));
    }

    /** Returns the answer with the result of a request. */
    public static ExpandResponse response(Forest.Result result, long sequence) {
        return unfinished(result, sequence).build();
    }

    private static ExpandResponse.Builder unfinished(Forest.Result result, long sequence) {
        ExpandResponse.Builder response = ExpandResponse.newBuilder()
                .setSequence(sequence)
                .setReleasedNodeCount(result.releasedNodeCount())
                .setNodeCount(result.nodeCount())
                .setTreeCount(result.treeCount());
        result.rows().ifPresent(rows -> response.setNodes(states(rows)));
        return response;
    }

    /** Returns the answer to the request that opened {@code forest}. */
    public static ExpandResponse opened(Forest forest, int maxTreeCount, long sequence) {
        return unfinished(forest.status(), sequence)
                .setLayout(layout(forest.layout(), forest.maxNodeCount(), maxTreeCount))
                .build();
    }

    /** Returns whether {@code error} is that of a wrong request, which gets an answer and does not end the stream. */
    public static boolean isOfRequest(Throwable error) {
        return error instanceof CallException
                || error instanceof InvalidValueException
                || error instanceof ForestFullException;
    }

    /**
     * Returns the answer to a request that failed.
     *
     * @param status the counts of the forest
     * @param failure an error {@linkplain #isOfRequest of the request}
     */
    public static ExpandResponse failed(Forest.Result status, Throwable failure, long sequence) {
        return unfinished(status, sequence).setError(error(failure)).build();
    }

    /** Returns {@code failure}, an error {@linkplain #isOfRequest of the request}, as a message. */
    static TreeError error(Throwable failure) {
        CallException error = callException(failure);
        return TreeError.newBuilder()
                .setReason(error.reason().name())
                .setMessage(String.valueOf(error.getMessage()))
                .putAllMetadata(error.metadata())
                .setCode(error.reason().code().value())
                .build();
    }

    private static CallException callException(Throwable failure) {
        if (failure instanceof InvalidValueException error) {
            return CallException.invalid(Reason.INVALID_VALUE, error);
        }
        if (failure instanceof ForestFullException error) {
            return CallException.of(Reason.TOO_MANY_NODES, String.valueOf(error.getMessage()))
                    .with("value", error.wanted())
                    .with("allowed", "[0, " + error.room() + "]");
        }
        return (CallException) failure;
    }
}
