package dev.tengen.client.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.client.RunningServer;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.tree.TreeRoot;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.search.HashedEvaluator;
import dev.tengen.search.PositionSearch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches of positions at a running server find what the core finds. */
class TengenPositionSearchTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static final int ACTION_COUNT = 26;
    private static final long SEED = 11;
    private static final HashedEvaluator NETWORK = new HashedEvaluator(ACTION_COUNT, 7, 4);
    private static final SessionSpec FIVE = SessionSpec.builder(5, 5).build();

    private static PositionSearchSpec spec(RootMethod method) {
        return PositionSearchSpec.builder(5, 5)
                .encodings("alphazero-17")
                .search(SearchSettings.builder(method)
                        .leavesPerRound(4)
                        .treeReused(true)
                        .build())
                .seed(SEED)
                .priorKind(PriorKind.PROBABILITIES)
                .build();
    }

    private static TengenPositionSearch open() {
        return SERVER.client().openPositionSearch(spec(RootMethod.PUCT));
    }

    /** Returns a search by the core of the position after {@code actions}, as that with {@code handle}. */
    private static PositionSearch core(RootMethod method, long handle, int... actions) {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .build();
        Game game = new Game(spec.setup(), spec.rules());
        for (int action : actions) {
            game.play(action);
        }
        var settings = method == RootMethod.PUCT
                ? dev.tengen.search.SearchSettings.PUCT
                : dev.tengen.search.SearchSettings.GUMBEL;
        return new PositionSearch(
                spec,
                settings.withLeavesPerRound(4).withTreeReused(true),
                game,
                SplitMix64.mix(SEED + SplitMix64.mix(handle)));
    }

    private static void run(PositionSearch search, int simulationCount) {
        var rows = new dev.tengen.search.LeafRows(search.layout(), 4);
        search.deepen(simulationCount);
        while (!search.isComplete()) {
            search.expand(NETWORK.evaluate(rows, search.select(rows, 0)), 0);
        }
    }

    /** Sends the evaluations of a round. */
    private static void send(TengenPositionSearch search, PositionRound round) {
        int count = round.leaves().rowCount();
        byte[] all = new byte[round.leaves().observations().remaining()];
        round.leaves().observations().get(all);
        ByteBuffer values = ByteBuffer.allocate(Float.BYTES * count);
        ByteBuffer priors = ByteBuffer.allocate(Float.BYTES * count * ACTION_COUNT);
        int length = search.layout().observationByteCount();
        for (int start = 0; start < all.length; start += length) {
            HashedEvaluator.Evaluation evaluation = NETWORK.evaluate(all, start, start + length);
            values.putFloat(evaluation.value());
            priors.asFloatBuffer().put(evaluation.priors());
            priors.position(priors.position() + Float.BYTES * ACTION_COUNT);
        }
        search.sendEvaluations(round, floats(priors), floats(values));
    }

    private static float[] floats(ByteBuffer bytes) {
        float[] floats = new float[bytes.capacity() / Float.BYTES];
        bytes.flip().asFloatBuffer().get(floats);
        return floats;
    }

    private static void run(TengenPositionSearch search, int simulationCount, long... positions) {
        PositionRound round = search.deepen(simulationCount, positions);
        while (!round.isComplete()) {
            send(search, round);
            round = search.receive();
        }
    }

    private static String text(PositionSearch search) {
        StringBuilder text = new StringBuilder(search.visitCount() + " " + search.nodeCount() + " " + search.value());
        for (PositionSearch.SearchedAction action : search.moves()) {
            text.append('\n').append(action.action()).append(' ').append(action.visitCount());
            text.append(' ').append((float) action.value()).append(' ').append((float) action.prior());
            text.append(' ').append(search.variation(action.action(), 6));
        }
        for (float share : search.policy()) {
            text.append(' ').append(share);
        }
        return text.toString();
    }

    private static String text(PositionResult result) {
        StringBuilder text = new StringBuilder(result.visitCount() + " " + result.nodeCount() + " ");
        text.append(result.value().orElseThrow());
        for (int index = 0; index < result.actionCount(); index++) {
            text.append('\n').append(result.action(index)).append(' ').append(result.visitCount(index));
            text.append(' ').append(result.value(index)).append(' ').append(result.prior(index));
            text.append(' ').append(Arrays.toString(result.variation(index)));
        }
        for (int action = 0; action < ACTION_COUNT; action++) {
            text.append(' ').append(result.policyShare(action));
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void read_afterSearchesAndMoves_findsWhatTheCoreFinds(RootMethod method) {
        try (TengenPositionSearch search = SERVER.client().openPositionSearch(spec(method));
                TengenSession session = SERVER.client().createSession(FIVE)) {
            session.step(12);
            List<PositionState> states =
                    search.add(TreeRoot.of(FIVE).then(12, 7), TreeRoot.ofSession(session.sessionId()));
            long[] handles = states.stream().mapToLong(PositionState::handle).toArray();
            List<PositionSearch> expected = List.of(core(method, handles[0], 12, 7), core(method, handles[1], 12));
            assertThat(states)
                    .containsExactly(
                            new PositionState(1, false, 0, Color.BLACK, 2),
                            new PositionState(2, false, 0, Color.WHITE, 1));

            for (int move = 0; move < 3; move++) {
                run(search, 40, handles);
                expected.forEach(core -> run(core, 40));
                List<PositionResult> results = search.read(6, handles);

                assertThat(results.stream().map(TengenPositionSearchTest::text))
                        .containsExactlyElementsOf(expected.stream()
                                .map(TengenPositionSearchTest::text)
                                .toList());
                assertThat(results).allMatch(PositionResult::hasPolicy);
                int[] actions =
                        results.stream().mapToInt(result -> result.action(0)).toArray();
                assertThat(search.advance(handles, actions).get(1).moveNumber()).isEqualTo(2 + move);
                for (int i = 0; i < actions.length; i++) {
                    expected.get(i).advance(actions[i]);
                }
            }
        }
    }

    @Test
    void receive_roundsInFlight_comeInTheirOrder() {
        try (TengenPositionSearch search = open()) {
            long[] handles = search.add(TreeRoot.of(FIVE), TreeRoot.of(FIVE).then(3)).stream()
                    .mapToLong(PositionState::handle)
                    .toArray();
            search.sendDeepen(20, handles[0]);
            search.sendDeepen(20, handles[1]);
            List<Long> order = new ArrayList<>();
            for (int open = 2; open > 0; ) {
                PositionRound round = search.receive();
                if (round.isComplete()) {
                    open--;
                } else {
                    order.add(round.leaves().position(0));
                    send(search, round);
                }
            }

            assertThat(order.subList(0, 4)).containsExactly(handles[0], handles[1], handles[0], handles[1]);
            assertThat(search.read(0, handles)).allMatch(result -> result.visitCount() == 20);
        }
    }

    @Test
    void requests_wrong_areReportedAndChangeNothing() {
        try (TengenPositionSearch search = open()) {
            long handle = search.add(TreeRoot.of(FIVE).then(12)).get(0).handle();

            TengenException occupied = catchThrowableOfType(
                    TengenException.class, () -> search.advance(new long[] {handle}, new int[] {12}));
            TengenException unknown = catchThrowableOfType(TengenException.class, () -> search.deepen(10, handle, 99));

            assertThat(occupied).hasMessageContaining("OCCUPIED");
            assertThat(unknown).hasMessageContaining("positions with handle 99");
            assertThat(search.positionCount()).isEqualTo(1);
            PositionResult before = search.read(5, handle).get(0);
            assertThat(before.value()).isEmpty();
            assertThat(before.hasPolicy()).isFalse();
            assertThat(before.actionCount()).isZero();
            search.release(handle);
            assertThat(search.positionCount()).isZero();
        }
    }

    @Test
    void advance_twoPasses_endTheGame() {
        try (TengenPositionSearch search = open()) {
            long[] handle = {search.add(TreeRoot.of(FIVE).then(12, 25)).get(0).handle()};

            PositionState state = search.advance(handle, new int[] {25}).get(0);

            // Black owns the board; White would be to move.
            assertThat(state).isEqualTo(new PositionState(handle[0], true, -1, Color.WHITE, 3));
            assertThat(search.deepen(10, handle).isComplete()).isTrue();
        }
    }

    @Test
    void layout_hasTheRowsAndTheLimits() {
        try (TengenPositionSearch search = open()) {
            PositionSearchLayout layout = search.layout();

            assertThat(layout.actionCount()).isEqualTo(ACTION_COUNT);
            assertThat(layout.observationByteCount()).isEqualTo((17 * 25 + 7) / 8);
            assertThat(layout.actionMaskByteCount()).isEqualTo(4);
            assertThat(layout.globalByteCount()).isZero();
            assertThat(layout.maxDeepenedCount()).isEqualTo((16 * 1024 * 1024 - 1024) / (4 * 27) / 4);
            assertThat(layout.maxTreeCount()).isPositive();
            assertThat(layout.seed()).isEqualTo(SEED);
        }
    }
}
