package dev.tengen.server.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.search.Evaluations.PriorKind;
import dev.tengen.search.FloatNumbers;
import dev.tengen.search.RootMethod;
import dev.tengen.search.SearchSettings;
import dev.tengen.search.SelfPlay;
import dev.tengen.search.SelfPlaySettings;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.search.HostedSelfPlay.Round;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a self-play reserves: at least what its games take, before they take it. */
class HostedSelfPlayTest {
    private static final int SLOT_COUNT = 4;

    private final MemoryBudget budget = new MemoryBudget(64L << 20, Map.of());
    private final RowExecutor executor = new RowExecutor();

    @AfterEach
    void close() {
        executor.close();
        assertThat(budget.reservedBytes()).isZero();
    }

    /** A self-play of the core, hosted. */
    private record Hosted(SelfPlay selfPlay, HostedSelfPlay host) {}

    private Hosted open(int maxMoves, SearchSettings search, int simulationCount) {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .maxMoves(maxMoves)
                .build();
        SelfPlaySettings settings = SelfPlaySettings.of(search, simulationCount);
        SelfPlayPlan plan =
                new SelfPlayPlan(List.of(spec), settings, SLOT_COUNT, 2, 3, 0, PriorKind.PROBABILITIES, false, false);
        SelfPlay selfPlay = new SelfPlay(spec, settings, SLOT_COUNT, 3, 0);
        SearchMemory memory = new SearchMemory(budget);
        memory.open(plan);
        return new Hosted(
                selfPlay,
                new HostedSelfPlay(
                        selfPlay,
                        plan,
                        executor.stream(new CallToken(this), 81, false),
                        ActivityListener.NONE,
                        memory,
                        () -> {}));
    }

    private static SearchSettings search(RootMethod method) {
        return method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL;
    }

    private static <A> A join(Consumer<StreamAnswer<A>> request) {
        CompletableFuture<A> result = new CompletableFuture<>();
        request.accept(new StreamAnswer<>() {
            @Override
            public void answered(A answer) {
                result.complete(answer);
            }

            @Override
            public void failed(Throwable error) {
                result.completeExceptionally(error);
            }
        });
        return result.join();
    }

    /** Evaluates the leaves of a group: every position is good for the player to move, every action equally likely. */
    private static Round evaluate(HostedSelfPlay host, int group, int leafCount, boolean isPause) {
        float[] values = new float[leafCount];
        Arrays.fill(values, 0.9f);
        FloatNumbers priors = FloatNumbers.of(new float[82 * leafCount]);
        return join(answer -> host.evaluate(
                group, new HostedSelfPlay.GroupEvaluations(priors, FloatNumbers.of(values)), isPause, answer));
    }

    private static int restore(HostedSelfPlay host, List<byte[]> states) {
        return join(answer -> host.restore(0, states, answer));
    }

    private void requireReserved(SelfPlay selfPlay) {
        assertThat(budget.reservedBytes(MemoryKind.TREE)).isGreaterThanOrEqualTo(selfPlay.memoryBytes());
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void evaluate_anyRound_hasReservedWhatTheGamesTake(RootMethod method) {
        for (int maxMoves : new int[] {2, 12}) {
            Hosted hosted = open(maxMoves, search(method).withLeavesPerRound(3), 800 / maxMoves);
            int[] leafCounts = new int[2];
            int games = 0;
            for (int round = 0; round < 1_500; round++) {
                int group = round % 2;

                Round next = evaluate(hosted.host(), group, leafCounts[group], false);

                leafCounts[group] = next.leaves().count();
                games += next.games().size();
                requireReserved(hosted.selfPlay());
            }
            assertThat(games).isPositive();
            hosted.host().close();
        }
    }

    /**
     * Each slot has 82 nodes after 82 rounds, and then adds 6,700 ends of games in one round. Nobody had reserved them.
     */
    @Test
    void evaluate_linesThatAllEndAtOnce_areRefusedIfTooLittleIsFree() {
        Hosted hosted = open(2, SearchSettings.PUCT, 1_000_000);
        var others = budget.reserve(MemoryKind.TREE, budget.freeBytes(MemoryKind.TREE) - (1 << 20));

        CallException refusal = catchThrowableOfType(CallException.class, () -> {
            int leafCount = 0;
            for (int round = 0; round < 200; round++) {
                leafCount =
                        evaluate(hosted.host(), 0, leafCount, false).leaves().count();
                requireReserved(hosted.selfPlay());
            }
        });

        assertThat(refusal.reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
        hosted.host().close();
        others.close();
    }

    @Test
    void restore_largeTrees_areReservedAtOnceAndRefusedIfTooLittleIsFree() {
        SearchSettings search = SearchSettings.PUCT.withLeavesPerRound(64);
        Hosted original = open(200, search, 20_000);
        int leafCount = 0;
        for (int round = 0; round < 100; round++) {
            leafCount = evaluate(original.host(), 0, leafCount, false).leaves().count();
        }
        evaluate(original.host(), 0, leafCount, true);
        List<byte[]> states = join(answer -> original.host().save(0, 2, answer));
        original.host().close();
        Hosted restored = open(200, search, 20_000);
        long before = budget.reservedBytes(MemoryKind.TREE);

        int count = restore(restored.host(), states);

        assertThat(count).isEqualTo(2);
        assertThat(budget.reservedBytes(MemoryKind.TREE) - before).isGreaterThan(2 * 5_000 * 200);
        requireReserved(restored.selfPlay());
        restored.host().close();
        Hosted refused = open(200, search, 20_000);
        var others = budget.reserve(MemoryKind.TREE, budget.freeBytes(MemoryKind.TREE) - (1 << 20));
        CallException refusal = catchThrowableOfType(CallException.class, () -> restore(refused.host(), states));
        assertThat(refusal.reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
        refused.host().close();
        others.close();
    }

    @Test
    void save_tooLittleIsFree_isRefused() {
        Hosted hosted = open(200, SearchSettings.PUCT.withLeavesPerRound(64), 20_000);
        int leafCount = 0;
        for (int round = 0; round < 100; round++) {
            leafCount = evaluate(hosted.host(), 0, leafCount, false).leaves().count();
        }
        evaluate(hosted.host(), 0, leafCount, true);
        HostedSelfPlayTest.<List<byte[]>>join(answer -> hosted.host().save(0, 2, answer));
        var others = budget.reserve(MemoryKind.TREE, budget.freeBytes(MemoryKind.TREE) - (1 << 20));

        CompletionException refusal = catchThrowableOfType(
                CompletionException.class,
                () -> HostedSelfPlayTest.<List<byte[]>>join(
                        answer -> hosted.host().save(0, 2, answer)));

        assertThat(((CallException) refusal.getCause()).reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
        hosted.host().close();
        others.close();
    }
}
