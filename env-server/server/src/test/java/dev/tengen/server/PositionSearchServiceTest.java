package dev.tengen.server;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.EvaluationFormat;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.proto.v1.MemoryUse;
import dev.tengen.proto.v1.NumberFormat;
import dev.tengen.proto.v1.OpenPositionSearch;
import dev.tengen.proto.v1.PositionResult;
import dev.tengen.proto.v1.PositionSearchLayout;
import dev.tengen.proto.v1.PositionStates;
import dev.tengen.proto.v1.PriorKind;
import dev.tengen.proto.v1.ReadPositions;
import dev.tengen.proto.v1.RootMethod;
import dev.tengen.proto.v1.SearchPositionsRequest;
import dev.tengen.proto.v1.SearchPositionsResponse;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.TreeError;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.search.HashedEvaluator;
import dev.tengen.search.LeafRows;
import dev.tengen.search.PositionSearch;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.CoreTypes;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.HashedEvaluations;
import dev.tengen.server.testing.PositionSearchCall;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TreeCall;
import dev.tengen.server.tree.ForestLimits;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches of positions over gRPC: they find what the core finds, and what clients do wrong has an error. */
class PositionSearchServiceTest {
    private static final long SEED = 11;
    private static final int POSITION_COUNT = 18;
    private static final List<Grid> GRIDS = List.of(Grid.square(3), Grid.of(4, 6), Grid.square(9));

    private static final List<Rules> RULES = List.of(
            Rules.TROMP_TAYLOR.withKomi(0.5),
            RulesPreset.JAPANESE.rules(Grid.square(9)),
            RulesPreset.AGA.rules(Grid.square(9)),
            Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT));

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static final List<PositionSearchCall> CALLS = new ArrayList<>();

    @AfterEach
    void closeCalls() {
        CALLS.forEach(PositionSearchCall::close);
        CALLS.clear();
        SERVER.awaitNoTrees();
        await().forever().until(() -> reservedBytes(SERVER).isEmpty());
    }

    /** Returns what is reserved for searches. */
    private static Map<String, Long> reservedBytes(RunningServer server) {
        Map<String, Long> reserved = new TreeMap<>();
        for (MemoryUse use : Calls.serverInfo(server.stub()).getMemory().getUsesList()) {
            if (use.getReservedBytes() > 0 && !use.getKind().equals("session")) {
                reserved.put(use.getKind(), use.getReservedBytes());
            }
        }
        return reserved;
    }

    private static PositionSearchCall newCall() {
        PositionSearchCall call = new PositionSearchCall(SERVER.channel());
        CALLS.add(call);
        return call;
    }

    private static PositionSearchCall opened(OpenPositionSearch.Builder open) {
        PositionSearchCall call = newCall();
        call.open(open);
        return call;
    }

    private static OpenPositionSearch.Builder opening(int width, int height) {
        return OpenPositionSearch.newBuilder()
                .setWidth(width)
                .setHeight(height)
                .addEncodings("alphazero-17")
                .setSearch(SearchSettings.newBuilder().setLeavesPerRound(4))
                .setEvaluationFormat(EvaluationFormat.newBuilder().setPriorKind(PriorKind.PRIOR_KIND_PROBABILITIES))
                .setSeed(SEED);
    }

    private static TreeRoot.Builder start(int size, int... actions) {
        return TreeRoot.newBuilder()
                .setSpec(square(size))
                .addAllActions(Arrays.stream(actions).boxed().toList());
    }

    /** A position, as the core and as a client have it. */
    private static final class Drawn {
        private final EnvironmentSpec spec;
        private final Game game;
        private final List<Integer> actions = new ArrayList<>();

        /** Draws moves, some of them passes. Some positions end a game, or are in an agreement phase. */
        Drawn(Grid grid, Rules rules, SplitMix64 random) {
            spec = EnvironmentSpec.builder(Setup.empty(grid), rules)
                    .encodings(List.of("alphazero-17"))
                    .maxMoves(random.nextInt(3) == 0 ? 40 : EnvironmentSpec.UNLIMITED_MOVES)
                    .scoredOnTruncation(random.nextInt(2) == 0)
                    .build();
            game = new Game(spec.setup(), rules);
            PointSet legal = new PointSet(grid);
            for (int left = random.nextInt(2 * grid.pointCount()); left > 0 && game.moveNumber() < 38; left--) {
                game.legalPoints(legal);
                List<Integer> points = new ArrayList<>();
                for (int point = 0; point < grid.pointCount(); point++) {
                    if (legal.contains(point)) {
                        points.add(point);
                    }
                }
                boolean isPass = points.isEmpty() || random.nextInt(12) == 0;
                play(isPass ? grid.pass() : points.get(random.nextInt(points.size())));
                if (game.isOver()) {
                    break;
                }
            }
            if (random.nextInt(4) == 0 && !game.isOver()) {
                play(grid.pass());
            }
        }

        private void play(int action) {
            assertThat(game.play(action).isLegal()).isTrue();
            actions.add(action);
        }

        /** Returns the position as a client names it: in one of three ways, with some moves played before. */
        TreeRoot.Builder root(int way) {
            dev.tengen.proto.v1.EnvironmentSpec message =
                    CoreTypes.toProto(spec).toBuilder().clearEncodings().build();
            if (way == 0) {
                return TreeRoot.newBuilder().setSpec(message).addAllActions(actions);
            }
            int before = actions.size() / 2;
            String session = Calls.open(SERVER.stub(), message.toBuilder());
            Calls.play(
                    SERVER.stub(),
                    session,
                    actions.subList(0, before).stream()
                            .mapToInt(Integer::intValue)
                            .toArray());
            TreeRoot.Builder root = TreeRoot.newBuilder().addAllActions(actions.subList(before, actions.size()));
            return way == 1 ? root.setSessionId(session) : root.setSnapshot(Calls.snapshot(SERVER.stub(), session));
        }
    }

    /** Searches with the core as the server does: the handle determines the seed. */
    private static PositionSearch core(Drawn drawn, dev.tengen.search.SearchSettings settings, long handle) {
        return new PositionSearch(drawn.spec, settings, drawn.game, SplitMix64.mix(SEED + SplitMix64.mix(handle)));
    }

    private static void deepen(PositionSearch search, int simulationCount, int leavesPerRound) {
        if (search.isOver()) {
            return;
        }
        LeafRows rows = new LeafRows(search.layout(), leavesPerRound);
        HashedEvaluator evaluator =
                new HashedEvaluator(search.layout().actionCount(), HashedEvaluations.SEED, HashedEvaluations.PEAK);
        search.deepen(simulationCount);
        while (!search.isComplete()) {
            int count = search.select(rows, 0);
            if (count > 0) {
                search.expand(evaluator.evaluate(rows, count), 0);
            }
        }
    }

    private static String text(PositionSearch search) {
        StringBuilder text = new StringBuilder();
        text.append(search.visitCount()).append(' ').append(search.nodeCount()).append(' ');
        text.append(search.isEvaluated() ? search.value() : "?");
        for (PositionSearch.SearchedAction action : search.moves()) {
            text.append('\n').append(action.action()).append(' ').append(action.visitCount());
            text.append(' ').append((float) action.value()).append(' ').append((float) action.prior());
            text.append(' ').append(search.variation(action.action(), 20));
        }
        if (search.visitCount() > 0) {
            for (float share : search.policy()) {
                text.append(' ').append(share);
            }
        }
        return text.toString();
    }

    private static String text(PositionResult result) {
        StringBuilder text = new StringBuilder();
        text.append(result.getVisitCount()).append(' ').append(result.getNodeCount());
        text.append(' ').append(result.hasValue() ? result.getValue() : "?");
        ByteBuffer actions = numbers(result.getActions());
        ByteBuffer visits = numbers(result.getVisitCounts());
        ByteBuffer values = numbers(result.getValues());
        ByteBuffer priors = numbers(result.getPriors());
        ByteBuffer lengths = numbers(result.getVariationLengths());
        ByteBuffer variations = numbers(result.getVariations());
        ByteBuffer policy = numbers(result.getPolicy());
        while (actions.hasRemaining()) {
            text.append('\n').append(actions.getShort()).append(' ').append(visits.getInt());
            text.append(' ').append(values.getFloat()).append(' ').append(priors.getFloat());
            List<Integer> variation = new ArrayList<>();
            for (int left = lengths.getShort(); left > 0; left--) {
                variation.add((int) variations.getShort());
            }
            text.append(' ').append(variation);
        }
        assertThat(variations.hasRemaining() || values.hasRemaining()).isFalse();
        while (policy.hasRemaining()) {
            text.append(' ').append(policy.getFloat());
        }
        return text.toString();
    }

    private static ByteBuffer numbers(ByteString bytes) {
        return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @CsvSource({
        "ROOT_METHOD_PUCT, 1",
        "ROOT_METHOD_PUCT, 4",
        "ROOT_METHOD_PUCT, 64",
        "ROOT_METHOD_GUMBEL, 1",
        "ROOT_METHOD_GUMBEL, 4",
        "ROOT_METHOD_GUMBEL, 64",
    })
    void searchPositions_randomPositions_findsWhatTheCoreFinds(RootMethod method, int leavesPerRound) {
        var usual = method == RootMethod.ROOT_METHOD_PUCT
                ? dev.tengen.search.SearchSettings.PUCT
                : dev.tengen.search.SearchSettings.GUMBEL;
        var settings = usual.withLeavesPerRound(leavesPerRound).withTreeReused(true);
        SplitMix64 random = new SplitMix64(leavesPerRound);
        Map<String, Integer> cases = new TreeMap<>();
        for (Grid grid : GRIDS) {
            PositionSearchCall call = opened(opening(grid.width(), grid.height())
                    .setSearch(SearchSettings.newBuilder()
                            .setRootMethod(method)
                            .setLeavesPerRound(leavesPerRound)
                            .setIsTreeReused(true)));
            List<Drawn> drawn = new ArrayList<>();
            TreeRoot.Builder[] roots = new TreeRoot.Builder[POSITION_COUNT];
            for (int i = 0; i < POSITION_COUNT; i++) {
                drawn.add(new Drawn(grid, RULES.get(i % RULES.size()), random));
                roots[i] = drawn.get(i).root(i % 3);
            }
            Long[] handles = call.add(roots);
            List<PositionSearch> searches = new ArrayList<>();
            for (int i = 0; i < POSITION_COUNT; i++) {
                searches.add(core(drawn.get(i), settings, handles[i]));
            }
            for (int move = 0; move < 3; move++) {
                call.deepen(60, handles);
                searches.forEach(search -> deepen(search, 60, leavesPerRound));

                assertThat(call.read(handles).stream().map(PositionSearchServiceTest::text))
                        .containsExactlyElementsOf(searches.stream()
                                .map(PositionSearchServiceTest::text)
                                .toList());
                count(searches, cases);
                advance(call, handles, searches);
            }
            call.close();
        }
        assertThat(cases).containsKeys("searched", "over", "agreement", "superko");
    }

    private static void count(List<PositionSearch> searches, Map<String, Integer> cases) {
        for (PositionSearch search : searches) {
            cases.merge(search.isOver() ? "over" : "searched", 1, Integer::sum);
            if (!search.isOver() && search.game().isInAgreement()) {
                cases.merge("agreement", 1, Integer::sum);
            }
            PointSet legal = new PointSet(search.game().grid());
            search.game().copy().legalPoints(legal);
            for (int point = 0; point < search.game().grid().pointCount(); point++) {
                boolean isEmpty = search.game().colorAt(point) == Color.EMPTY;
                if (isEmpty && !search.isOver() && search.legality(point) == dev.tengen.game.Legality.REPETITION) {
                    cases.merge("superko", 1, Integer::sum);
                }
            }
        }
    }

    /** Plays the best move of each game that is not over. */
    private static void advance(PositionSearchCall call, Long[] handles, List<PositionSearch> searches) {
        List<Long> advanced = new ArrayList<>();
        List<Integer> actions = new ArrayList<>();
        for (int i = 0; i < handles.length; i++) {
            if (!searches.get(i).isOver()) {
                advanced.add(handles[i]);
                actions.add(searches.get(i).moves().get(0).action());
                searches.get(i).advance(actions.get(actions.size() - 1));
            }
        }
        PositionStates states = call.ask(PositionSearchCall.advancing(advanced, actions.toArray(Integer[]::new)))
                .getPositions();
        List<Long> answered =
                Arrays.stream(TreeCall.longs(states.getHandles())).boxed().toList();
        assertThat(answered).isEqualTo(advanced);
        ByteBuffer isOver = numbers(states.getIsOver());
        ByteBuffer results = numbers(states.getGameResults());
        ByteBuffer players = numbers(states.getPlayersToMove());
        ByteBuffer moveNumbers = numbers(states.getMoveNumbers());
        for (Long handle : advanced) {
            PositionSearch search = searches.get(Arrays.asList(handles).indexOf(handle));
            assertThat(isOver.get() == 1).isEqualTo(search.isOver());
            assertThat(results.getFloat()).isEqualTo(search.isOver() ? search.result() : 0);
            assertThat((int) players.get()).isEqualTo(search.game().playerToMove());
            assertThat(moveNumbers.getInt()).isEqualTo(search.game().moveNumber());
        }
    }

    @Test
    void open_defaults_areInTheLayout() {
        SearchPositionsResponse answer =
                newCall().open(OpenPositionSearch.newBuilder().addEncodings("alphazero-17"));

        PositionSearchLayout layout = answer.getLayout();
        assertThat(answer.getSequence()).isEqualTo(1);
        assertThat(layout.getWidth()).isEqualTo(19);
        assertThat(layout.getHeight()).isEqualTo(19);
        assertThat(layout.getLeaf().getActionCount()).isEqualTo(362);
        assertThat(layout.getLeaf().getObservationByteCount()).isEqualTo((17 * 361 + 7) / 8);
        assertThat(layout.getSearch().getLeavesPerRound()).isEqualTo(1);
        assertThat(layout.getSearch().getPuct().getInitialExploration()).isEqualTo(1.25);
        // 16 MiB less a header, in float32 rows of 362 priors and a value.
        assertThat(layout.getMaxDeepenedCount()).isEqualTo((16 * 1024 * 1024 - 1024) / (4 * 363));
        assertThat(layout.getMaxTreeCount()).isPositive();
    }

    @Test
    void deepen_manyPositions_usesThreadsAndFindsTheSame() {
        PositionSearchCall call = opened(opening(9, 9));
        TreeRoot.Builder[] roots = new TreeRoot.Builder[200];
        Arrays.setAll(roots, i -> start(9, i % 81));
        Long[] handles = call.add(roots);

        call.deepen(40, handles);

        for (int i = 0; i < roots.length; i += 40) {
            Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
            game.play(i % 81);
            PositionSearch search = new PositionSearch(
                    EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                            .encodings(List.of("alphazero-17"))
                            .build(),
                    dev.tengen.search.SearchSettings.PUCT.withLeavesPerRound(4),
                    game,
                    SplitMix64.mix(SEED + SplitMix64.mix(handles[i])));
            deepen(search, 40, 4);
            assertThat(text(call.read(handles[i]).get(0))).isEqualTo(text(search));
        }
    }

    @Test
    void deepen_whileAnotherRoundWaits_isARoundOfItsOwn() {
        PositionSearchCall call = opened(opening(5, 5));
        Long[] handles = call.add(start(5), start(5), start(5, 12));

        SearchPositionsResponse first = call.ask(PositionSearchCall.deepening(10, handles[0], handles[2]));
        SearchPositionsResponse second = call.ask(PositionSearchCall.deepening(10, handles[1]));
        while (first.getRound() != 0) {
            SearchPositionsResponse next = call.ask(call.hashed(first));
            if (second.getRound() != 0) {
                second = call.ask(call.hashed(second));
            }
            first = next;
        }

        assertThat(second.getRound()).isZero();
        assertThat(call.read(handles))
                .allSatisfy(result -> assertThat(result.getVisitCount()).isEqualTo(10));
    }

    @Test
    void deepen_leaves_carryTheHandleOfTheirPosition() {
        PositionSearchCall call = opened(opening(5, 5));
        Long[] handles = call.add(start(5), start(5, 12));
        SearchPositionsResponse roots = call.ask(PositionSearchCall.deepening(9, handles[1], handles[0]));

        LeafStates leaves = call.ask(call.hashed(roots)).getLeaves();

        assertThat(TreeCall.longs(roots.getLeaves().getPositions())).containsExactly(handles[1], handles[0]);
        assertThat(TreeCall.longs(leaves.getPositions()))
                .containsExactly(
                        handles[1], handles[1], handles[1], handles[1], handles[0], handles[0], handles[0], handles[0]);
        assertThat(leaves.getSlots()).isEmpty();
    }

    @Test
    void evaluate_float16Logits_isTaken() {
        PositionSearchCall call = opened(opening(5, 5)
                .setEvaluationFormat(
                        EvaluationFormat.newBuilder().setNumberFormat(NumberFormat.NUMBER_FORMAT_FLOAT16)));
        Long[] handles = call.add(start(5));
        SearchPositionsResponse root = call.ask(PositionSearchCall.deepening(9, handles));

        SearchPositionsResponse next = call.ask(PositionSearchCall.evaluating(
                root.getRound(), ByteString.copyFrom(new byte[2 * 26]), ByteString.copyFrom(new byte[] {0, 0x38})));

        assertThat(next.getLeaves().getSymmetries().size()).isEqualTo(4);
        assertThat(next.hasError()).isFalse();
    }

    @Test
    void release_positions_givesBackTreesAndMemory() {
        PositionSearchCall call = opened(opening(9, 9));
        Long[] handles = call.add(start(9), start(9), start(9));
        call.deepen(200, handles);
        long before = reservedBytes(SERVER).get("tree");
        assertThat(SERVER.server().treeCount()).isEqualTo(3);

        SearchPositionsResponse answer = call.ask(PositionSearchCall.releasing(handles[0], handles[2]));

        assertThat(answer.getPositionCount()).isEqualTo(1);
        assertThat(SERVER.server().treeCount()).isEqualTo(1);
        assertThat(reservedBytes(SERVER).get("tree")).isLessThan(before / 2);
        assertThat(call.add(start(9))).containsExactly(handles[2] + 1);
    }

    private static void requireRefused(Consumer<OpenPositionSearch.Builder> change, String message) {
        OpenPositionSearch.Builder open = opening(5, 5);
        change.accept(open);
        Failure failure = Failure.of(() -> newCall().open(open));
        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.description()).contains(message);
    }

    @Test
    void open_wrongValues_areNamed() {
        requireRefused(open -> open.setWidth(26), "26");
        requireRefused(open -> open.setHeight(-1), "height");
        requireRefused(open -> open.addEncodings("alphazero-17"), "encodings");
        requireRefused(open -> open.addEncodings("nonsense"), "nonsense");
        requireRefused(open -> open.setObservationFormatValue(77), "observation_format");
        requireRefused(open -> open.getSearchBuilder().setLeavesPerRound(1_025), "leaves_per_round");
        requireRefused(open -> open.getSearchBuilder().setRootMethodValue(9), "search.root_method");
        requireRefused(open -> open.getSearchBuilder().getGumbelBuilder().setValueScale(-1), "value_scale");
        requireRefused(open -> open.getEvaluationFormatBuilder().setPriorKindValue(5), "evaluation_format.prior_kind");
        requireRefused(
                open -> {
                    open.setWidth(25)
                            .setHeight(25)
                            .setObservationFormatValue(3)
                            .getSearchBuilder()
                            .setLeavesPerRound(1_024);
                    open.addEncodings("katago-v7").addEncodings("alphago-48");
                },
                "leaves_per_round");
        Failure notFirst = Failure.of(() -> newCall().ask(PositionSearchCall.releasing()));
        assertThat(notFirst.description()).contains("OPEN, which comes first");
    }

    private static TreeError refusal(PositionSearchCall call, SearchPositionsRequest request) {
        SearchPositionsResponse answer =
                call.ask(request.toBuilder().setSequence(77).build());
        assertThat(answer.hasError()).as("an error").isTrue();
        assertThat(answer.getSequence()).isEqualTo(77);
        return answer.getError();
    }

    private static void requireError(PositionSearchCall call, SearchPositionsRequest request, String message) {
        TreeError error = refusal(call, request);
        assertThat(error.getReason()).isEqualTo("INVALID_VALUE");
        assertThat(error.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
        assertThat(error.getMessage()).contains(message);
    }

    @Test
    void handle_wrongRequests_changeNothing() {
        PositionSearchCall call = opened(opening(5, 5));
        PositionSearchCall control = opened(opening(5, 5));
        Long[] handles = call.add(start(5), start(5, 12));
        control.add(start(5), start(5, 12));
        long released = call.add(start(5))[0];
        call.ask(PositionSearchCall.releasing(released));

        requireError(call, PositionSearchCall.adding(), "roots [] is not at least one");
        requireError(call, PositionSearchCall.adding(start(5), start(6)), "size 6");
        requireError(call, PositionSearchCall.adding(start(5, 12, 12)), "OCCUPIED");
        requireError(call, PositionSearchCall.adding(TreeRoot.newBuilder()), "roots.state");
        requireError(call, PositionSearchCall.deepening(0, handles), "simulation_count 0");
        requireError(call, PositionSearchCall.deepening(1_000_001, handles), "simulation_count 1000001");
        requireError(call, PositionSearchCall.deepening(1, 99L), "positions with handle 99");
        requireError(call, PositionSearchCall.deepening(1, -1L), "positions with handle 18446744073709551615");
        requireError(call, PositionSearchCall.deepening(1, released), "positions with handle " + released);
        requireError(call, PositionSearchCall.deepening(1, handles[0], handles[0]), "twice");
        requireError(call, PositionSearchCall.reading(99L), "positions with handle 99");
        requireError(call, PositionSearchCall.releasing(handles[0], 99L), "positions with handle 99");
        List<Long> both = List.of(handles);
        requireError(call, PositionSearchCall.advancing(both, 3), "actions of 1 actions");
        requireError(call, PositionSearchCall.advancing(both, 3, 12), "for position 2, illegal by OCCUPIED");
        requireError(call, PositionSearchCall.advancing(both, 3, 26), "illegal by OUT_OF_RANGE");
        requireError(call, PositionSearchCall.advancing(both, 3, -2), "4294967294");
        requireError(
                call,
                SearchPositionsRequest.newBuilder()
                        .setRead(ReadPositions.newBuilder().setMaxVariationLength(1_001))
                        .build(),
                "max_variation_length 1001");
        requireError(
                call, SearchPositionsRequest.newBuilder().setOpen(opening(5, 5)).build(), "request OPEN is not");
        requireError(call, SearchPositionsRequest.getDefaultInstance(), "request REQUEST_NOT_SET");
        requireError(call, PositionSearchCall.evaluating(0, ByteString.EMPTY, ByteString.EMPTY), "round 0 is not");

        call.deepen(30, handles);
        control.deepen(30, handles);
        assertThat(call.read(handles)).isEqualTo(control.read(handles));
    }

    private static ByteString floats(int count, int changed, float value) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
        if (changed >= 0) {
            bytes.putFloat(Float.BYTES * changed, value);
        }
        return ByteString.copyFrom(bytes);
    }

    @Test
    void handle_positionWhoseLeavesWait_isRefused() {
        PositionSearchCall call = opened(opening(5, 5));
        Long[] handles = call.add(start(5), start(5, 12));
        SearchPositionsResponse waiting = call.ask(PositionSearchCall.deepening(10, handles[0]));

        String message = "positions with handle 1, whose leaves await evaluations";
        requireError(call, PositionSearchCall.deepening(10, handles[1], handles[0]), message);
        requireError(call, PositionSearchCall.advancing(List.of(handles[0]), 3), message);
        requireError(call, PositionSearchCall.reading(handles), message);
        requireError(call, PositionSearchCall.releasing(handles), message);

        while (waiting.getRound() != 0) {
            waiting = call.ask(call.hashed(waiting));
        }
        call.deepen(10, handles[1]);
        assertThat(call.read(handles))
                .allSatisfy(result -> assertThat(result.getVisitCount()).isEqualTo(10));
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -1})
    void evaluate_wrongEvaluations_changeNothing(float wrong) {
        PositionSearchCall call = opened(opening(5, 5));
        PositionSearchCall control = opened(opening(5, 5));
        Long[] handles = call.add(start(5), start(5, 12));
        control.add(start(5), start(5, 12));
        SearchPositionsResponse round = call.ask(PositionSearchCall.deepening(20, handles));
        round = call.ask(call.hashed(round));
        ByteString priors = floats(8 * 26, -1, 0);
        ByteString values = floats(8, -1, 0);
        float tooGreat = wrong == -1 ? -1.5f : wrong;
        long number = round.getRound();

        // Row 6 belongs to the second position.
        requireError(
                call,
                PositionSearchCall.evaluating(number, floats(8 * 26, 6 * 26 + 3, wrong), values),
                "priors " + wrong + " in row 6 for action 3");
        requireError(call, PositionSearchCall.evaluating(number, priors, floats(8, 5, tooGreat)), "values " + tooGreat);
        requireError(
                call, PositionSearchCall.evaluating(number, priors, floats(7, -1, 0)), "values of 7 numbers is not 8");
        requireError(
                call,
                PositionSearchCall.evaluating(number, floats(8, -1, 0), values),
                "priors of 8 numbers is not 208");
        requireError(
                call,
                PositionSearchCall.evaluating(number, priors, ByteString.copyFrom(new byte[31])),
                "values of 31 bytes");
        requireError(call, PositionSearchCall.evaluating(number - 1, priors, values), "round " + (number - 1));
        requireError(call, PositionSearchCall.evaluating(number + 1, priors, values), "round " + (number + 1));

        while (round.getRound() != 0) {
            round = call.ask(call.hashed(round));
        }
        control.deepen(20, handles);
        assertThat(call.read(handles)).isEqualTo(control.read(handles));
    }

    @Test
    void deepen_moreThanFitsIntoMessages_isRefused() {
        PositionSearchCall call =
                opened(opening(5, 5).setSearch(SearchSettings.newBuilder().setLeavesPerRound(1_024)));
        int most = (16 * 1024 * 1024 - 1024) / (4 * 27) / 1_024;
        TreeRoot.Builder[] roots = new TreeRoot.Builder[most + 1];
        Arrays.fill(roots, start(5));
        Long[] handles = call.add(roots);

        requireError(
                call,
                PositionSearchCall.deepening(1, handles),
                "positions of " + (most + 1) + " positions is not at most " + most);
        assertThat(call.ask(PositionSearchCall.deepening(1, Arrays.copyOf(handles, most)))
                        .getRound())
                .isEqualTo(1);
    }

    @Test
    void read_longAnswer_isRefused() {
        PositionSearchCall call = opened(opening(19, 19));
        TreeRoot.Builder[] roots = new TreeRoot.Builder[100];
        Arrays.fill(roots, start(19));
        Long[] handles = call.add(roots);

        requireError(
                call,
                SearchPositionsRequest.newBuilder()
                        .setRead(ReadPositions.newBuilder()
                                .addAllPositions(List.of(handles))
                                .setMaxVariationLength(1_000))
                        .build(),
                "positions of 100 positions is not at most 9");
        assertThat(call.read(handles)).hasSize(100);
    }

    @Test
    void read_beforeASearch_saysThatNothingIsKnown() {
        PositionSearchCall call = opened(opening(5, 5));

        PositionResult result = call.read(call.add(start(5))).get(0);

        assertThat(result.hasValue()).isFalse();
        assertThat(result.getActions()).isEmpty();
        assertThat(result.getPolicy()).isEmpty();
    }

    @Test
    void add_stateThatEndedByALostMove_isRefused() {
        String session = Calls.open(
                SERVER.stub(),
                square(5).setIllegalActionPolicy(dev.tengen.proto.v1.IllegalActionPolicy.ILLEGAL_ACTION_POLICY_LOSE));
        Calls.play(SERVER.stub(), session, 3, 3);
        PositionSearchCall call = opened(opening(5, 5));

        requireError(
                call,
                PositionSearchCall.adding(TreeRoot.newBuilder().setSessionId(session)),
                "roots.state that ended by ILLEGAL_ACTION");
    }

    @Test
    void add_unknownSession_isReported() {
        PositionSearchCall call = opened(opening(5, 5));

        TreeError error = refusal(
                call, PositionSearchCall.adding(start(5), TreeRoot.newBuilder().setSessionId("0".repeat(32))));

        assertThat(error.getReason()).isEqualTo("SESSION_NOT_FOUND");
        assertThat(SERVER.server().treeCount()).isZero();
    }

    @Test
    void add_moreThanTheLimit_isReported() {
        try (RunningServer server = RunningServer.with(
                        ServerConfig.DEFAULT.withForestLimits(new ForestLimits(1_000, 3)))
                .start()) {
            PositionSearchCall call = PositionSearchCall.open(server.channel(), opening(5, 5));
            Long[] handles = call.add(start(5), start(5));

            assertThat(refusal(call, PositionSearchCall.adding(start(5), start(5)))
                            .getReason())
                    .isEqualTo("TOO_MANY_TREES");

            call.ask(PositionSearchCall.releasing(handles[0]));
            assertThat(call.add(start(5), start(5))).hasSize(2);
            call.close();
            server.awaitNoTrees();
        }
    }

    @Test
    void evaluate_tooLittleMemory_isReportedAndChangesNothing() {
        MemoryLimits limits = new MemoryLimits(64L << 20, 64L << 20, Map.of(MemoryKind.TREE, 3));
        try (RunningServer server = RunningServer.with(ServerConfig.DEFAULT.withMemoryLimits(limits))
                .start()) {
            PositionSearchCall call = PositionSearchCall.open(server.channel(), opening(9, 9));
            Long[] handles = call.add(start(9), start(9));
            SearchPositionsResponse answer = call.ask(PositionSearchCall.deepening(100_000, handles[0]));
            SearchPositionsResponse round = answer;
            while (!answer.hasError()) {
                round = answer;
                answer = call.ask(call.hashed(round));
            }

            assertThat(answer.getError().getReason()).isEqualTo("OUT_OF_MEMORY_BUDGET");
            assertThat(answer.getError().getMetadataMap()).containsEntry("kind", "tree");
            assertThat(call.ask(call.hashed(round)).getError().getReason()).isEqualTo("OUT_OF_MEMORY_BUDGET");
            call.ask(PositionSearchCall.releasing(handles[1]));
            assertThat(server.server().treeCount()).isEqualTo(1);
            call.close();
            server.awaitNoTrees();
            await().forever().until(() -> reservedBytes(server).isEmpty());
        }
    }

    /** Evaluates leaves alike, so that searches of one position reach the same leaves. */
    private static SearchPositionsRequest alike(SearchPositionsResponse answer) {
        int count = answer.getLeaves().getSymmetries().size();
        return PositionSearchCall.evaluating(answer.getRound(), floats(3 * count, -1, 0), floats(count, -1, 0));
    }

    /** Once all leaves of a tiny board are known, a search continues for long without an answer. */
    @Test
    void cancel_inTheMiddleOfLongSearches_freesTreesAndMemory() {
        PositionSearchCall call = opened(opening(2, 1));
        TreeRoot.Builder[] roots = new TreeRoot.Builder[500];
        Arrays.fill(roots, TreeRoot.newBuilder().setSpec(square(1).setWidth(2)));
        Long[] handles = call.add(roots);
        int roundCount = 0;
        SearchPositionsResponse answer = call.ask(PositionSearchCall.deepening(100_000, call.add(roots[0])));
        while (answer.getRound() != 0) {
            answer = call.ask(alike(answer));
            roundCount++;
        }
        answer = call.ask(PositionSearchCall.deepening(1_000_000, handles));
        for (int round = 1; round < roundCount; round++) {
            answer = call.ask(alike(answer));
        }

        call.send(alike(answer));
        call.close();

        SERVER.awaitNoTrees();
        assertThat(roundCount).isGreaterThan(3);
        assertThat(call.answerCount()).isZero();
    }
}
