package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.env.LaneProposal;
import dev.tengen.env.LaneRows;
import dev.tengen.env.Opponent;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.TreeRoot;
import dev.tengen.env.TreeRows;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.player.Players;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.batch.LaneQuota;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.Forest;
import dev.tengen.server.tree.ForestLimits;
import dev.tengen.server.tree.Forests;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What sessions, lanes and trees reserve, and that it returns to zero. */
class MemoryReservationTest {
    private static final long TOTAL = 4L << 20;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final PrincipalUsage USAGE = Quotas.defaults(0).of(Principal.LOCAL);
    private static final ExpectedState ANY = new ExpectedState(OptionalLong.empty(), OptionalInt.empty());
    private static final EnvironmentSpec LONG_GAME = EnvironmentSpec.builder(
                    Setup.empty(Grid.square(19)), Rules.TROMP_TAYLOR)
            .maxMoves(EnvironmentSpec.UNLIMITED_MOVES)
            .build();

    private final MemoryBudget budget = new MemoryBudget(TOTAL, Map.of());
    private final RowExecutor executor = new RowExecutor();
    private final Sessions sessions = new Sessions(
            new SessionLimits(100_000, IDLE, 2_000),
            Ticker.systemTicker(),
            ActivityListener.NONE,
            new Engines(EngineLimits.NONE),
            new CallPools(executor),
            budget);
    private final Batches batches =
            new Batches(new LaneQuota(1 << 16), 64L << 20, executor, new DrainHooks(), ActivityListener.NONE, budget);
    private final Forests forests = new Forests(
            new ForestLimits(10_000_000, 10_000), 64L << 20, executor, new DrainHooks(), ActivityListener.NONE, budget);

    @AfterEach
    void close() {
        executor.close();
        assertThat(budget.reservedBytes()).isZero();
    }

    private Session open() {
        try (SessionLease lease = sessions.create(LONG_GAME, RulesPreset.TROMP_TAYLOR, OptionalLong.of(1), IDLE)) {
            return lease.session();
        }
    }

    private static void requireOutOfMemoryBudget(Runnable call) {
        assertThat(catchThrowableOfType(CallException.class, call::run).reason())
                .isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
    }

    /** Plays {@code count} moves, 601 at most: Black fills points in order, and White passes. */
    private static void play(Session session, int count) {
        int pass = session.spec().grid().pass();
        for (int move = 0; move < count; move++) {
            session.step(
                    RequestKey.NONE,
                    move % 2 == 0 && move < 600 ? move / 2 : pass,
                    ANY,
                    Session.Answer::currentEpisode);
        }
    }

    @Test
    void create_untilTheBudgetIsFull_isRefusedAndReturnsToZero() {
        List<Session> open = new ArrayList<>();
        requireOutOfMemoryBudget(() -> {
            while (true) {
                open.add(open());
            }
        });

        assertThat(open).hasSizeBetween(100, 400);
        assertThat(sessions.openCount()).isEqualTo(open.size());
        assertThat(budget.freeBytes(MemoryKind.SESSION)).isLessThan(TOTAL / 100);
        open.forEach(session -> sessions.close(session.id()));
    }

    @Test
    void step_manyMoves_growsAndResetReleases() {
        Session session = open();
        long before = budget.reservedBytes();

        play(session, 601);
        long grown = budget.reservedBytes();
        session.reset(RequestKey.NONE, OptionalLong.empty(), () -> TaskOptions.OPEN, Session.Answer::currentEpisode);
        long afterReset = budget.reservedBytes();

        assertThat(grown - before).isBetween(601L * 4, 601L * 8);
        assertThat(afterReset - before).isBetween(0L, 601L * 3);
        sessions.close(session.id());
    }

    @Test
    void proposeDeadAndReset_thatFail_reserveNothing() {
        EnvironmentSpec spec = EnvironmentSpec.builder(
                        Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT))
                .build();
        Session session;
        try (SessionLease lease = sessions.create(spec, RulesPreset.TROMP_TAYLOR, OptionalLong.of(1), IDLE)) {
            session = lease.session();
        }
        for (int action : new int[] {0, 81, 1, 81, 81}) {
            session.step(action, ANY);
        }
        long before = budget.reservedBytes();

        assertThatThrownBy(() -> session.proposeDead(PointSet.of(spec.grid(), 0), ANY))
                .isInstanceOf(InvalidValueException.class); // A part of a chain.
        long afterProposal = budget.reservedBytes();
        assertThatThrownBy(() -> session.reset(
                        RequestKey.NONE,
                        OptionalLong.empty(),
                        () -> new TaskOptions("none", Color.EMPTY, Color.EMPTY),
                        Session.Answer::currentEpisode))
                .isInstanceOf(InvalidValueException.class);

        assertThat(afterProposal).isEqualTo(before);
        assertThat(budget.reservedBytes()).isEqualTo(before);
        sessions.close(session.id());
    }

    @Test
    void open_batchThatIsTooLarge_isRefused() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(25), Rules.TROMP_TAYLOR);

        requireOutOfMemoryBudget(() -> batches.open(
                new CallToken(this),
                USAGE,
                1 << 16,
                random -> new EnvironmentBatch(List.of(spec), new long[1 << 16], Autoreset.NEXT_STEP)));

        assertThat(batches.openLaneCount()).isZero();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void open_batch_reservesUntilItIsClosed() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(9), Rules.TROMP_TAYLOR);

        Batch batch = batches.open(
                new CallToken(this),
                USAGE,
                64,
                random -> new EnvironmentBatch(List.of(spec), new long[64], Autoreset.NEXT_STEP));

        assertThat(budget.reservedBytes(MemoryKind.LANE)).isBetween(64L * 3_000, 64L * 6_000);
        assertThat(budget.reservedBytes(MemoryKind.ANSWER)).isGreaterThan(64 * 2 * 40);
        batch.close();
    }

    @Test
    void open_batchWithSearchingOpponents_reservesTheirTrees() {
        EnvironmentSpec kept = against("monte-carlo:playouts=1000");
        EnvironmentSpec dropped = against("monte-carlo:playouts=5000");

        Batch small = batches.open(
                new CallToken(this),
                USAGE,
                2,
                random -> new EnvironmentBatch(List.of(kept), new long[2], Autoreset.DISABLED));
        long laneBytes = budget.reservedBytes(MemoryKind.LANE);
        long keptSearchBytes = budget.reservedBytes(MemoryKind.ANALYSIS);
        small.close();
        Batch large = batches.open(
                new CallToken(this),
                USAGE,
                1,
                random -> new EnvironmentBatch(List.of(dropped), new long[1], Autoreset.DISABLED));
        long searchBytes = budget.reservedBytes(MemoryKind.ANALYSIS);
        large.close();

        assertThat(laneBytes).isGreaterThan(2 * 1_000 * 28);
        assertThat(keptSearchBytes).isZero();
        assertThat(searchBytes).isBetween(5_000L * 28, 5_000L * 80);
    }

    @Test
    void step_proposals_areReservedUntilTheEpisodeEnds() {
        EnvironmentSpec spec = EnvironmentSpec.builder(
                        Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT))
                .build();
        Batch batch = batches.open(
                new CallToken(this),
                USAGE,
                2,
                random -> new EnvironmentBatch(List.of(spec), new long[2], Autoreset.DISABLED));
        join(batch::open);
        step(batch, 0, List.of());
        step(batch, 81, List.of());
        step(batch, 81, List.of());
        List<LaneProposal> both = List.of(new LaneProposal(0, List.of(0)), new LaneProposal(1, List.of(0)));
        long before = budget.reservedBytes(MemoryKind.LANE);

        step(batch, 81, both);
        long first = budget.reservedBytes(MemoryKind.LANE) - before;
        step(batch, 81, both);
        long second = budget.reservedBytes(MemoryKind.LANE) - before;
        MemoryReservationTest.<LaneRows>join(answer -> batch.reset(new byte[0], new byte[0], answer));
        step(batch, 0, List.of());
        step(batch, 81, List.of());
        step(batch, 81, List.of());
        step(batch, 81, both);

        assertThat(first).isEqualTo(2 * Game.proposalBytes(spec.grid()));
        assertThat(second).isEqualTo(2 * first);
        assertThat(budget.reservedBytes(MemoryKind.LANE) - before).isEqualTo(first);
        batch.close();
    }

    /** Plays {@code action} in two lanes. */
    private static void step(Batch batch, int action, List<LaneProposal> proposals) {
        byte[] actions = ByteBuffer.allocate(2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(action)
                .putInt(action)
                .array();
        LaneRows rows = join(answer -> batch.step(new byte[0], actions, proposals, answer));
        assertThat(rows.carriedOutCount()).isEqualTo(2);
    }

    private static <A> A join(Consumer<StreamAnswer<A>> request) {
        CompletableFuture<A> result = new CompletableFuture<>();
        request.accept(new TestAnswer<>(result));
        return result.join();
    }

    private static EnvironmentSpec against(String player) {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(Players.named(player).orElseThrow(), Color.WHITE)))
                .build();
    }

    @Test
    void expand_deepLine_reservesMoreAndIsRefusedWhenTheMemoryIsFull() {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(19)), Rules.TROMP_TAYLOR)
                .maxMoves(EnvironmentSpec.UNLIMITED_MOVES)
                .build();
        Forest forest = forests.open(
                new CallToken(this),
                USAGE,
                200_000,
                () -> new ForestSpec(Grid.square(19), List.of(), ObservationForm.PACKED, 200_000));
        long node = nodes(answer -> forest.plant(
                        1,
                        index -> {
                            forest.reserveRoot(spec, 0, 0);
                            return TreeRoot.start(spec);
                        },
                        answer))
                .handle(0);
        long planted = budget.reservedBytes(MemoryKind.ROOT);

        for (int move = 0; move < 240; move++) {
            node = child(forest, node, move);
        }
        long deep = budget.reservedBytes(MemoryKind.ROOT);
        MemoryReservation others = budget.reserve(MemoryKind.ROOT, budget.freeBytes(MemoryKind.ROOT));
        long last = node;
        requireOutOfMemoryBudget(() -> {
            long at = last;
            for (int move = 240; move < 361; move++) {
                at = child(forest, at, move);
            }
        });
        others.close();
        long[] root = {last};
        forest.reroot(root, new TestAnswer<>(new CompletableFuture<>()));

        assertThat(deep - planted).isBetween(240L * 4, 240L * 8);
        assertThat(budget.reservedBytes(MemoryKind.ROOT) - deep).isBetween(240L * 10, 240L * 20);
        forest.close();
    }

    private static long child(Forest forest, long parent, int action) {
        byte[] parents = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(parent)
                .array();
        byte[] actions = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(action)
                .array();
        return nodes(answer -> forest.expand(parents, actions, answer)).handle(0);
    }

    /** Returns the nodes that a request creates. */
    private static TreeRows nodes(Consumer<StreamAnswer<Forest.Result>> request) {
        return join(request).rows().orElseThrow();
    }

    /** An answer that a test waits for. */
    private record TestAnswer<A>(CompletableFuture<A> result) implements StreamAnswer<A> {
        @Override
        public void answered(A answer) {
            result.complete(answer);
        }

        @Override
        public void failed(Throwable error) {
            result.completeExceptionally(error);
        }
    }

    @Test
    void plant_manyRootsOfALongSession_isRefusedBeforeTheyAreRead() {
        Session session = open();
        play(session, 601);
        long before = budget.reservedBytes();
        Forest forest = forests.open(
                new CallToken(this),
                USAGE,
                1_000,
                () -> new ForestSpec(Grid.square(19), List.of(), ObservationForm.PACKED, 1_000));
        List<TreeRoot> read = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Throwable> error = new CompletableFuture<>();

        forest.plant(
                500,
                index -> {
                    TreeRoot root = session.read(environment -> {
                        forest.reserveRoot(
                                environment.spec(), environment.game().moveNumber(), environment.proposalBytes());
                        return TreeRoot.of(environment);
                    });
                    read.add(root);
                    return root;
                },
                new StreamAnswer<>() {
                    @Override
                    public void answered(Forest.Result answer) {
                        error.completeExceptionally(new AssertionError("planted"));
                    }

                    @Override
                    public void failed(Throwable thrown) {
                        error.complete(thrown);
                    }
                });

        assertThat(error.join())
                .isInstanceOfSatisfying(
                        CallException.class,
                        thrown -> assertThat(thrown.reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET));
        assertThat(read).hasSizeBetween(20, 200);
        forest.close();
        assertThat(budget.reservedBytes()).isEqualTo(before);
        sessions.close(session.id());
    }
}
