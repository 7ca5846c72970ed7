package dev.tengen.client.search;

import com.google.common.collect.Lists;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ExceptionConverter;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.client.tree.TreeRoot;
import dev.tengen.proto.v1.AddPositions;
import dev.tengen.proto.v1.AdvancePositions;
import dev.tengen.proto.v1.DeepenPositions;
import dev.tengen.proto.v1.EvaluatePositions;
import dev.tengen.proto.v1.ReadPositions;
import dev.tengen.proto.v1.ReleasePositions;
import dev.tengen.proto.v1.SearchPositionsRequest;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.proto.v1.SearchServiceGrpc;
import java.util.List;

/**
 * A search of positions at a server, whose leaves the client evaluates. Handles identify positions; they are never used
 * again. The search exists until it is closed or the connection breaks.
 *
 * <p>A search goes in rounds: {@link #deepen} returns the first leaves of positions, and {@link #evaluate} takes their
 * evaluations and returns the next leaves of the same positions, until all have had their simulations. To have some
 * positions evaluated while others are searched, {@link #sendDeepen} and {@link #sendEvaluations}, and {@link #receive}
 * the rounds in their order. One thread may send while another receives. Otherwise not thread-safe.
 *
 * <pre>{@code
 * try (TengenPositionSearch search = client.openPositionSearch(spec)) {
 *     long position = search.add(TreeRoot.of(SessionSpec.of(9, 9))).get(0).handle();
 *     PositionRound round = search.deepen(800, position);
 *     while (!round.isComplete()) {
 *         Evaluation evaluation = network.evaluate(round.leaves());
 *         round = search.evaluate(round, evaluation.priors(), evaluation.values());
 *     }
 *     PositionResult found = search.read(10, position).get(0);
 *     search.advance(new long[] {position}, new int[] {found.action(0)});
 * }
 * }</pre>
 *
 * <p>Searches do not explore: there is no noise, and the best actions come first. Results depend on the spec, the seed
 * and the evaluations alone.
 */
public final class TengenPositionSearch implements AutoCloseable {
    private final BlockingStream<SearchPositionsRequest, SearchPositionsResponse> stream;
    private final PositionSearchLayout layout;
    private int positionCount;

    private TengenPositionSearch(BlockingStream.Opened<SearchPositionsRequest, SearchPositionsResponse> opened) {
        stream = opened.stream();
        layout = PositionSearchLayout.of(opened.first().getLayout());
    }

    /** Opens a search. Applications call {@code TengenClient.openPositionSearch}. */
    public static TengenPositionSearch open(Connection connection, PositionSearchSpec spec) {
        SearchPositionsRequest.Builder first =
                SearchPositionsRequest.newBuilder().setOpen(spec.toRequest());
        return new TengenPositionSearch(
                BlockingStream.open(connection, SearchServiceGrpc.getSearchPositionsMethod(), first.build()));
    }

    /** Returns the layout of rows, the limits and the seed. */
    public PositionSearchLayout layout() {
        return layout;
    }

    /** Returns the number of positions after the last response. */
    public int positionCount() {
        return positionCount;
    }

    /**
     * Adds a position for each of {@code roots}, at least one, and waits for their states. Each is on a board of the
     * size of the spec, and has its own rules. No other request may be in flight.
     *
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public List<PositionState> add(TreeRoot... roots) {
        AddPositions.Builder add =
                AddPositions.newBuilder().addAllRoots(Lists.transform(List.of(roots), TreeRoot::message));
        return PositionState.allOf(
                ask(SearchPositionsRequest.newBuilder().setAdd(add)).getPositions());
    }

    /**
     * Adds simulations to positions, and waits for their first leaves. Positions whose game is over are skipped. No
     * other request may be in flight.
     *
     * @param simulationCount number of simulations of each position, 1 to 1,000,000
     * @param positions the handles
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public PositionRound deepen(int simulationCount, long... positions) {
        sendDeepen(simulationCount, positions);
        return receive();
    }

    /** Sends the request of {@link #deepen}. Does not wait. */
    public void sendDeepen(int simulationCount, long... positions) {
        DeepenPositions.Builder deepen = DeepenPositions.newBuilder()
                .addAllPositions(Longs.asList(positions))
                .setSimulationCount(simulationCount);
        stream.send(SearchPositionsRequest.newBuilder().setDeepen(deepen).build());
    }

    /**
     * Gives the evaluations of the leaves of a round, and waits for the next leaves of its positions. No other request
     * may be in flight.
     *
     * @param round the round
     * @param priors a number for each action of each leaf, seen through the symmetry of the leaf. Those of illegal
     *     actions are ignored
     * @param values the value of each leaf for the player to move, from -1 to 1
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public PositionRound evaluate(PositionRound round, float[] priors, float[] values) {
        sendEvaluations(round, priors, values);
        return receive();
    }

    /** Sends the request of {@link #evaluate}. Does not wait. */
    public void sendEvaluations(PositionRound round, float[] priors, float[] values) {
        EvaluatePositions.Builder evaluate = EvaluatePositions.newBuilder()
                .setRound(round.number())
                .setPriors(ProtoConverter.bytes(priors))
                .setValues(ProtoConverter.bytes(values));
        stream.send(SearchPositionsRequest.newBuilder().setEvaluate(evaluate).build());
    }

    /**
     * Waits for the round of the earliest request that was sent and has none yet.
     *
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public PositionRound receive() {
        SearchPositionsResponse response = response();
        return new PositionRound(response.getRound(), new LeafRows(layout.actionMaskByteCount(), response.getLeaves()));
    }

    /**
     * Returns what the search has found about positions, with all visited actions and the policy targets. No leaf of
     * them may await its evaluation, and no other request may be in flight.
     *
     * @param maxVariationLength maximum number of actions in each principal variation, at most 1,000; 0 for none
     * @param positions the handles
     * @throws TengenException if the server rejects the request (the search stays open) or the connection breaks
     */
    public List<PositionResult> read(int maxVariationLength, long... positions) {
        ReadPositions.Builder read = ReadPositions.newBuilder()
                .addAllPositions(Longs.asList(positions))
                .setMaxVariationLength(maxVariationLength)
                .setWithPolicy(true);
        return Lists.transform(
                ask(SearchPositionsRequest.newBuilder().setRead(read)).getResultsList(), PositionResult::new);
    }

    /**
     * Plays the action at the same index in each of {@code positions}, and waits for the new states. The subtree of the
     * action becomes the tree, unless the settings say otherwise. No other request may be in flight.
     *
     * @param positions the handles
     * @param actions an action for each position
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public List<PositionState> advance(long[] positions, int[] actions) {
        AdvancePositions.Builder advance = AdvancePositions.newBuilder()
                .addAllPositions(Longs.asList(positions))
                .addAllActions(Ints.asList(actions));
        return PositionState.allOf(
                ask(SearchPositionsRequest.newBuilder().setAdvance(advance)).getPositions());
    }

    /**
     * Releases positions. No other request may be in flight.
     *
     * @param positions the handles
     * @throws TengenException if the server rejects the request (nothing has changed, and the search stays open) or the
     *     connection breaks
     */
    public void release(long... positions) {
        ReleasePositions.Builder release = ReleasePositions.newBuilder().addAllPositions(Longs.asList(positions));
        var unused = ask(SearchPositionsRequest.newBuilder().setRelease(release));
    }

    private SearchPositionsResponse ask(SearchPositionsRequest.Builder request) {
        stream.send(request.build());
        return response();
    }

    private SearchPositionsResponse response() {
        SearchPositionsResponse response = stream.receive();
        positionCount = response.getPositionCount();
        ExceptionConverter.requireNone(response.hasError(), response.getError());
        return response;
    }

    /** Closes the search with all its positions. Rounds of requests in flight are lost. */
    @Override
    public void close() {
        stream.close();
    }
}
