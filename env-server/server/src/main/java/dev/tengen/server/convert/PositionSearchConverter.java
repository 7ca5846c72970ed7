package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.DeepenPositions;
import dev.tengen.proto.v1.OpenPositionSearch;
import dev.tengen.proto.v1.PositionResult;
import dev.tengen.proto.v1.PositionSearchLayout;
import dev.tengen.proto.v1.PositionStates;
import dev.tengen.proto.v1.ReadPositions;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.search.PositionSearch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.search.HostedPositionSearch;
import dev.tengen.server.search.PositionReport;
import dev.tengen.server.search.PositionSearchPlan;
import dev.tengen.server.search.PositionState;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;

/** Converts searches of positions to core types and back. */
public final class PositionSearchConverter {
    private PositionSearchConverter() {}

    /**
     * Returns how {@code message} wants positions to be searched.
     *
     * @param seeds draws the seed if the message gives none
     * @throws CallException if a name or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static PositionSearchPlan toCore(OpenPositionSearch message, LongSupplier seeds) {
        Grid grid = TreeConverter.grid(message.getWidth(), message.getHeight());
        EnvironmentSpec form = EnvironmentSpec.builder(Setup.empty(grid), Rules.TROMP_TAYLOR)
                .encodings(SpecConverter.encodings(message.getEncodingsList()))
                .form(ViewConverter.form(message))
                .build();
        return new PositionSearchPlan(
                form,
                SearchSettingsConverter.toCore(message.getSearch()),
                message.hasSeed() ? message.getSeed() : seeds.getAsLong(),
                SearchConverter.priorKind(message.getEvaluationFormat()),
                SearchConverter.isHalf(message.getEvaluationFormat()));
    }

    /**
     * Returns the number of simulations.
     *
     * @throws InvalidValueException if it is out of range
     */
    public static int simulationCount(DeepenPositions message) {
        return SpecConverter.requireWithin(
                "simulation_count", message.getSimulationCount(), 1, HostedPositionSearch.MAX_SIMULATION_COUNT);
    }

    /**
     * Returns what reports are to have.
     *
     * @throws InvalidValueException if a number is out of range
     */
    public static PositionReport.Query query(ReadPositions message) {
        return new PositionReport.Query(
                SpecConverter.requireWithin("max_action_count", message.getMaxActionCount(), 0, Integer.MAX_VALUE),
                SpecConverter.requireWithin(
                        "max_variation_length",
                        message.getMaxVariationLength(),
                        0,
                        HostedPositionSearch.MAX_VARIATION_LENGTH),
                message.getWithPolicy());
    }

    /** Returns the answer to the request that opened {@code search}. */
    public static SearchPositionsResponse opened(HostedPositionSearch search, int maxTreeCount, long sequence) {
        PositionSearchPlan plan = search.plan();
        PositionSearchLayout layout = PositionSearchLayout.newBuilder()
                .setLeaf(SearchConverter.layout(plan.layout()))
                .setWidth(plan.grid().width())
                .setHeight(plan.grid().height())
                .setSearch(SearchSettingsConverter.toProto(plan.settings()))
                .setSeed(plan.seed())
                .setMaxDeepenedCount(search.maxDeepenedCount())
                .setMaxTreeCount(maxTreeCount)
                .build();
        return finished(SearchPositionsResponse.newBuilder().setLayout(layout), search, sequence);
    }

    /** Returns {@code response} with what all answers have. */
    public static SearchPositionsResponse finished(
            SearchPositionsResponse.Builder response, HostedPositionSearch search, long sequence) {
        return response.setSequence(sequence)
                .setPositionCount(search.positionCount())
                .build();
    }

    /** Returns the answer to a request that failed with an error {@linkplain TreeConverter#isOfRequest of its own}. */
    public static SearchPositionsResponse.Builder failed(Throwable failure) {
        return SearchPositionsResponse.newBuilder().setError(TreeConverter.error(failure));
    }

    /** Returns the answer with a round. */
    public static SearchPositionsResponse.Builder response(HostedPositionSearch.Round round) {
        SearchPositionsResponse.Builder response = SearchPositionsResponse.newBuilder();
        if (round.number() == 0) {
            return response;
        }
        return response.setRound(round.number())
                .setLeaves(SearchConverter.leaves(round.leaves()).setPositions(SearchConverter.bytes(round.handles())));
    }

    /** Returns the answer with the states of positions. */
    public static SearchPositionsResponse.Builder states(List<PositionState> states) {
        int count = states.size();
        ByteBuffer handles = SearchConverter.buffer(Long.BYTES * count);
        ByteBuffer isOver = SearchConverter.buffer(count);
        ByteBuffer results = SearchConverter.buffer(Float.BYTES * count);
        ByteBuffer players = SearchConverter.buffer(count);
        ByteBuffer moveNumbers = SearchConverter.buffer(Integer.BYTES * count);
        for (PositionState state : states) {
            handles.putLong(state.handle());
            isOver.put((byte) (state.isOver() ? 1 : 0));
            results.putFloat(state.gameResult());
            players.put((byte) state.playerToMove());
            moveNumbers.putInt(state.moveNumber());
        }
        return SearchPositionsResponse.newBuilder()
                .setPositions(PositionStates.newBuilder()
                        .setHandles(SearchConverter.bytes(handles))
                        .setIsOver(SearchConverter.bytes(isOver))
                        .setGameResults(SearchConverter.bytes(results))
                        .setPlayersToMove(SearchConverter.bytes(players))
                        .setMoveNumbers(SearchConverter.bytes(moveNumbers)));
    }

    /** Returns the answer with reports. */
    public static SearchPositionsResponse.Builder reports(List<PositionReport> reports) {
        SearchPositionsResponse.Builder response = SearchPositionsResponse.newBuilder();
        reports.forEach(report -> response.addResults(result(report)));
        return response;
    }

    private static PositionResult result(PositionReport report) {
        int count = report.actions().size();
        int moveCount =
                report.variations().stream().mapToInt(line -> line.length).sum();
        ByteBuffer actions = SearchConverter.buffer(Short.BYTES * count);
        ByteBuffer visits = SearchConverter.buffer(Integer.BYTES * count);
        ByteBuffer values = SearchConverter.buffer(Float.BYTES * count);
        ByteBuffer priors = SearchConverter.buffer(Float.BYTES * count);
        ByteBuffer lengths = SearchConverter.buffer(Short.BYTES * count);
        ByteBuffer moves = SearchConverter.buffer(Short.BYTES * moveCount);
        for (int index = 0; index < count; index++) {
            PositionSearch.SearchedAction action = report.actions().get(index);
            actions.putShort((short) action.action());
            visits.putInt(action.visitCount());
            values.putFloat((float) action.value());
            priors.putFloat((float) action.prior());
            int[] variation = report.variations().get(index);
            lengths.putShort((short) variation.length);
            for (int move : variation) {
                moves.putShort((short) move);
            }
        }
        ByteBuffer policy = SearchConverter.buffer(Float.BYTES * report.policy().length);
        for (float share : report.policy()) {
            policy.putFloat(share);
        }
        PositionResult.Builder result = PositionResult.newBuilder()
                .setPosition(report.handle())
                .setVisitCount(report.visitCount())
                .setNodeCount(report.nodeCount())
                .setActions(SearchConverter.bytes(actions))
                .setVisitCounts(SearchConverter.bytes(visits))
                .setValues(SearchConverter.bytes(values))
                .setPriors(SearchConverter.bytes(priors))
                .setVariationLengths(SearchConverter.bytes(lengths))
                .setVariations(SearchConverter.bytes(moves))
                .setPolicy(SearchConverter.bytes(policy));
        report.value().ifPresent(result::setValue);
        return result.build();
    }
}
