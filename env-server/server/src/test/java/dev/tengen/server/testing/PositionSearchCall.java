package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AddPositions;
import dev.tengen.proto.v1.AdvancePositions;
import dev.tengen.proto.v1.DeepenPositions;
import dev.tengen.proto.v1.EvaluatePositions;
import dev.tengen.proto.v1.OpenPositionSearch;
import dev.tengen.proto.v1.PositionResult;
import dev.tengen.proto.v1.ReadPositions;
import dev.tengen.proto.v1.ReleasePositions;
import dev.tengen.proto.v1.SearchPositionsRequest;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.TreeRoot;
import io.grpc.Channel;
import java.util.Arrays;
import java.util.List;

/** A stream of {@code SearchService.SearchPositions}, whose evaluations are a hash of the position. */
public final class PositionSearchCall extends StreamCall<SearchPositionsRequest, SearchPositionsResponse> {
    private int actionCount;

    /** Starts a stream. */
    public PositionSearchCall(Channel channel) {
        super(channel, SearchServiceGrpc.getSearchPositionsMethod());
    }

    /** Starts a stream and opens a search on it. */
    public static PositionSearchCall open(Channel channel, OpenPositionSearch.Builder open) {
        PositionSearchCall call = new PositionSearchCall(channel);
        call.open(open);
        return call;
    }

    /** Opens a search and waits for the answer. */
    public SearchPositionsResponse open(OpenPositionSearch.Builder open) {
        SearchPositionsResponse answer = ask(
                SearchPositionsRequest.newBuilder().setOpen(open).setSequence(1).build());
        actionCount = answer.getLayout().getLeaf().getActionCount();
        return answer;
    }

    /** Sends a request and waits for the next answer. */
    public SearchPositionsResponse ask(SearchPositionsRequest request) {
        send(request);
        return receive();
    }

    /** Returns a request to add positions. */
    public static SearchPositionsRequest adding(TreeRoot.Builder... roots) {
        AddPositions.Builder add = AddPositions.newBuilder();
        Arrays.stream(roots).forEach(add::addRoots);
        return SearchPositionsRequest.newBuilder().setAdd(add).build();
    }

    /** Returns a request for simulations. */
    public static SearchPositionsRequest deepening(int simulationCount, Long... positions) {
        return SearchPositionsRequest.newBuilder()
                .setDeepen(DeepenPositions.newBuilder()
                        .addAllPositions(List.of(positions))
                        .setSimulationCount(simulationCount))
                .build();
    }

    /** Returns a request with evaluations of a round. */
    public static SearchPositionsRequest evaluating(long round, ByteString priors, ByteString values) {
        return SearchPositionsRequest.newBuilder()
                .setEvaluate(EvaluatePositions.newBuilder()
                        .setRound(round)
                        .setPriors(priors)
                        .setValues(values))
                .build();
    }

    /** Returns a request for all that there is about positions. */
    public static SearchPositionsRequest reading(Long... positions) {
        return SearchPositionsRequest.newBuilder()
                .setRead(ReadPositions.newBuilder()
                        .addAllPositions(List.of(positions))
                        .setMaxVariationLength(20)
                        .setWithPolicy(true))
                .build();
    }

    /** Returns a request for moves. */
    public static SearchPositionsRequest advancing(List<Long> positions, Integer... actions) {
        return SearchPositionsRequest.newBuilder()
                .setAdvance(
                        AdvancePositions.newBuilder().addAllPositions(positions).addAllActions(List.of(actions)))
                .build();
    }

    /** Returns a request to release positions. */
    public static SearchPositionsRequest releasing(Long... positions) {
        return SearchPositionsRequest.newBuilder()
                .setRelease(ReleasePositions.newBuilder().addAllPositions(List.of(positions)))
                .build();
    }

    /** Returns a request with the hashed evaluations of the leaves of {@code answer}. */
    public SearchPositionsRequest hashed(SearchPositionsResponse answer) {
        HashedEvaluations evaluations = HashedEvaluations.of(answer.getLeaves(), actionCount);
        return evaluating(answer.getRound(), evaluations.priors(), evaluations.values());
    }

    /** Adds positions and returns their handles. */
    public Long[] add(TreeRoot.Builder... roots) {
        ByteString handles = ask(adding(roots)).getPositions().getHandles();
        return Arrays.stream(TreeCall.longs(handles)).boxed().toArray(Long[]::new);
    }

    /** Adds simulations to positions and waits until they are complete. Returns the number of rounds. */
    public int deepen(int simulationCount, Long... positions) {
        SearchPositionsResponse answer = ask(deepening(simulationCount, positions));
        int rounds = 0;
        while (answer.getRound() != 0) {
            answer = ask(hashed(answer));
            rounds++;
        }
        return rounds;
    }

    /** Returns all that there is about positions. */
    public List<PositionResult> read(Long... positions) {
        return ask(reading(positions)).getResultsList();
    }
}
