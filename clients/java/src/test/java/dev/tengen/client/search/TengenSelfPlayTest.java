package dev.tengen.client.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.client.RunningServer;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.error.TengenException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.search.GumbelSettings;
import dev.tengen.search.HashedEvaluator;
import dev.tengen.search.LeafRows;
import dev.tengen.search.PuctSettings;
import dev.tengen.search.RootExploration;
import dev.tengen.search.SelfPlay;
import dev.tengen.search.SelfPlaySettings;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Self-plays at a running server are those of the core. */
class TengenSelfPlayTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static final int ACTION_COUNT = 26;
    private static final int SLOT_COUNT = 6;
    private static final int GAME_COUNT = 14;
    private static final long SEED = 11;
    private static final HashedEvaluator NETWORK = new HashedEvaluator(ACTION_COUNT, 7, 4);
    private static final SessionSpec FIVE =
            SessionSpec.builder(5, 5).encodings("alphazero-17").maxMoves(40).build();

    /** All parameters that a client can set, none of them at its default. */
    private static SearchSettings search(RootMethod method) {
        return SearchSettings.builder(method)
                .exploration(1.5, 10_000)
                .firstPlayReduction(0.3, 0.15)
                .virtualLoss(0.8)
                .gumbel(8, 0.9)
                .completedValues(0.2, 40)
                .noise(0.3, 6)
                .policyTemperature(new Temperature(1.3, 1.1, 2, 5))
                .forcedPlayouts(2)
                .leavesPerRound(4)
                .symmetryDrawn(false)
                .treeReused(method == RootMethod.GUMBEL)
                .build();
    }

    private static SelfPlaySpec.Builder spec(RootMethod method) {
        return with(SelfPlaySpec.builder(FIVE, SLOT_COUNT, 20), method);
    }

    private static SelfPlaySpec.Builder with(SelfPlaySpec.Builder builder, RootMethod method) {
        return builder.search(search(method))
                .seed(SEED)
                .maxGameCount(GAME_COUNT)
                .priorKind(PriorKind.PROBABILITIES)
                .playoutCap(5, 0.5)
                .moveTemperature(new Temperature(0.9, 0.2, 6, 4))
                .resignation(-0.2, 0.3);
    }

    /** Returns a self-play of the core with the spec, the settings and the seed above. */
    private static SelfPlay core(RootMethod method) {
        return core(
                method,
                List.of(EnvironmentSpec.builder(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR)
                        .encodings(List.of("alphazero-17"))
                        .maxMoves(40)
                        .build()));
    }

    private static SelfPlay core(RootMethod method, List<EnvironmentSpec> specs) {
        var settings = new dev.tengen.search.SearchSettings(
                dev.tengen.search.RootMethod.valueOf(method.name()),
                new PuctSettings(1.5, 10_000, 0.3, 0.15, 0.8),
                new GumbelSettings(8, 0.9, 0.2, 40),
                new RootExploration(0.3, 6, new dev.tengen.search.Temperature(1.3, 1.1, 2, 5), 2),
                4,
                false,
                method == RootMethod.GUMBEL);
        return new SelfPlay(
                specs,
                new SelfPlaySettings(
                        settings, 20, 5, 0.5, new dev.tengen.search.Temperature(0.9, 0.2, 6, 4), -0.2, 0.3),
                SLOT_COUNT,
                SEED,
                GAME_COUNT);
    }

    /** Plays all games of a self-play of the core, and returns their records by slot and number. */
    private static List<dev.tengen.search.SelfPlayRecord> played(SelfPlay selfPlay) {
        LeafRows rows = new LeafRows(selfPlay.layout(), selfPlay.maxLeafCount());
        while (!selfPlay.isFinished(0, SLOT_COUNT)) {
            int count = selfPlay.select(0, SLOT_COUNT, rows, 0);
            selfPlay.expand(0, SLOT_COUNT, NETWORK.evaluate(rows, count), 0);
        }
        return selfPlay.takeRecords(0, SLOT_COUNT).stream()
                .sorted(Comparator.comparing(dev.tengen.search.SelfPlayRecord::slot)
                        .thenComparing(dev.tengen.search.SelfPlayRecord::number))
                .toList();
    }

    private static List<String> expected(RootMethod method) {
        return expected(core(method));
    }

    private static List<String> expected(SelfPlay selfPlay) {
        return played(selfPlay).stream().map(TengenSelfPlayTest::text).toList();
    }

    private static String text(dev.tengen.search.SelfPlayRecord record) {
        String moves = record.moves().stream()
                .map(move -> move.action() + " " + move.rootValue() + " " + move.isFull() + " "
                        + IntStream.range(0, move.policySize())
                                .mapToObj(index -> move.policyAction(index) + "=" + move.policyShare(index))
                                .toList())
                .collect(Collectors.joining("\n"));
        return text(
                record.slot(),
                record.number(),
                record.endReason().name(),
                record.winner(),
                record.margin(),
                record.owners(),
                record.mayResign(),
                moves);
    }

    private static String text(SelfPlayRecord record) {
        String moves = IntStream.range(0, record.moveCount())
                .mapToObj(move -> record.action(move) + " " + record.rootValue(move) + " " + record.isFull(move) + " "
                        + IntStream.range(0, record.policySize(move))
                                .mapToObj(index ->
                                        record.policyAction(move, index) + "=" + record.policyShare(move, index))
                                .toList())
                .collect(Collectors.joining("\n"));
        return text(
                record.slot(),
                record.number(),
                record.endReason().name(),
                record.winner().number(),
                record.margin(),
                record.owners().stream().map(Color::number).toList(),
                record.mayResign(),
                moves);
    }

    private static String text(
            int slot,
            long number,
            String endReason,
            int winner,
            double margin,
            List<Integer> owners,
            boolean mayResign,
            String moves) {
        return slot + " " + number + " " + endReason + " " + winner + " " + margin + " " + owners + " " + mayResign
                + "\n" + moves;
    }

    /** A client that keeps several requests in flight, and can pause. */
    private static final class Player {
        private final Queue<SelfPlayRound> paused = new ArrayDeque<>();
        private final List<SelfPlayRecord> records = new ArrayList<>();
        private TengenSelfPlay selfPlay;
        private int openCount;

        Player(TengenSelfPlay selfPlay) {
            this.selfPlay = selfPlay;
            begin();
        }

        private void begin() {
            openCount = selfPlay.layout().groupCount();
            for (int group = 0; group < openCount; group++) {
                selfPlay.send(group);
            }
        }

        /** Takes {@code count} rounds, or fewer if all games have ended, and sends the evaluations of each. */
        void play(int count) {
            for (int left = count; left > 0 && openCount > 0; left--) {
                SelfPlayRound round = receive();
                if (round.isFinished()) {
                    openCount--;
                } else {
                    send(round, false);
                }
            }
        }

        private SelfPlayRound receive() {
            SelfPlayRound round = selfPlay.receive();
            records.addAll(round.records());
            return round;
        }

        private void send(SelfPlayRound round, boolean isPause) {
            var rows = round.leaves();
            float[] priors = new float[rows.rowCount() * ACTION_COUNT];
            float[] values = new float[rows.rowCount()];
            ByteBuffer observations = rows.observations();
            byte[] row = new byte[selfPlay.layout().observationByteCount()];
            for (int leaf = 0; leaf < rows.rowCount(); leaf++) {
                observations.get(row);
                HashedEvaluator.Evaluation evaluation = NETWORK.evaluate(row, 0, row.length);
                System.arraycopy(evaluation.priors(), 0, priors, leaf * ACTION_COUNT, ACTION_COUNT);
                values[leaf] = evaluation.value();
            }
            if (isPause) {
                selfPlay.sendPause(round.group(), priors, values);
            } else {
                selfPlay.send(round.group(), priors, values);
            }
        }

        /** Pauses all groups, and returns the states of all slots. */
        List<byte[]> save() {
            int waiting = openCount;
            for (int left = waiting; left > 0; left--) {
                paused.add(receive());
            }
            int pausing = 0;
            for (SelfPlayRound round : paused) {
                if (!round.isFinished()) {
                    send(round, true);
                    pausing++;
                }
            }
            paused.clear();
            for (int left = pausing; left > 0; left--) {
                assertThat(receive().leaves().rowCount()).isZero();
            }
            return selfPlay.save();
        }

        void moveTo(TengenSelfPlay other, List<byte[]> states) {
            selfPlay.close();
            selfPlay = other;
            other.restore(states);
            begin();
        }

        List<String> finish() {
            play(Integer.MAX_VALUE);
            selfPlay.close();
            return records.stream()
                    .sorted(Comparator.comparing(SelfPlayRecord::slot).thenComparing(SelfPlayRecord::number))
                    .map(TengenSelfPlayTest::text)
                    .toList();
        }
    }

    private static TengenSelfPlay open(SelfPlaySpec spec) {
        return SERVER.client().openSelfPlay(spec);
    }

    @ParameterizedTest
    @CsvSource({"PUCT, 1", "PUCT, 3", "GUMBEL, 2", "GUMBEL, 6"})
    void receive_severalGroupsInFlight_returnsTheGamesOfTheCore(RootMethod method, int groupCount) {
        Player player = new Player(open(spec(method).groups(groupCount).build()));

        assertThat(player.finish()).hasSize(GAME_COUNT).isEqualTo(expected(method));
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void restore_savedStates_continuesWithTheGamesOfTheCore(RootMethod method) {
        SelfPlaySpec spec = spec(method).groups(3).build();
        Player player = new Player(open(spec));
        for (int stream = 0; stream < 5; stream++) {
            player.play(40);
            player.moveTo(open(spec), player.save());
        }

        assertThat(player.finish()).hasSize(GAME_COUNT).isEqualTo(expected(method));
    }

    /** Half of the slots have another komi each, the others start with a handicap and White to move. */
    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void receive_slotsWithSpecsOfTheirOwn_returnsTheGamesOfTheCore(RootMethod method) {
        List<SessionSpec> specs = new ArrayList<>();
        List<EnvironmentSpec> coreSpecs = new ArrayList<>();
        Grid grid = Grid.square(5);
        for (int slot = 0; slot < SLOT_COUNT; slot++) {
            Rules rules = Rules.TROMP_TAYLOR.withKomi(slot / 2.0);
            boolean isHandicap = slot % 2 == 1;
            Setup setup = isHandicap
                    ? Setup.of(grid, PointSet.of(grid, 6, 18), new PointSet(grid), 2)
                            .withHandicap(2)
                    : Setup.empty(grid);
            SessionSpec.Builder spec = SessionSpec.builder(5, 5)
                    .encodings("alphazero-17")
                    .maxMoves(40)
                    .komi(rules.komi());
            if (isHandicap) {
                spec.setup(List.of(6, 18), List.of(), Color.WHITE).handicap(2);
            }
            specs.add(spec.build());
            coreSpecs.add(EnvironmentSpec.builder(setup, rules)
                    .encodings(List.of("alphazero-17"))
                    .maxMoves(40)
                    .build());
        }
        Player player = new Player(
                open(with(SelfPlaySpec.builder(specs, 20), method).groups(3).build()));

        List<String> games = player.finish();

        assertThat(games).hasSize(GAME_COUNT).isEqualTo(expected(core(method, coreSpecs)));
        for (SelfPlayRecord record : player.records) {
            assertThat(record.firstPlayer()).isEqualTo(record.slot() % 2 == 1 ? Color.WHITE : Color.BLACK);
        }
    }

    @Test
    void receive_leaves_areRowsOfPositions() {
        SelfPlaySpec spec = SelfPlaySpec.builder(FIVE, 3, 8).groups(2).build();
        try (TengenSelfPlay selfPlay = open(spec)) {
            selfPlay.send(1);

            SelfPlayRound round = selfPlay.receive();

            assertThat(selfPlay.slotCount()).isEqualTo(3);
            assertThat(selfPlay.layout())
                    .isEqualTo(new SelfPlayLayout(
                            26, 54, 4, 0, List.of(1, 2), selfPlay.layout().seed()));
            assertThat(round.group()).isEqualTo(1);
            assertThat(round.records()).isEmpty();
            assertThat(round.isFinished()).isFalse();
            var leaves = round.leaves();
            assertThat(leaves.rowCount()).isEqualTo(2);
            assertThat(List.of(leaves.slot(0), leaves.slot(1))).containsExactly(1, 2);
            assertThat(leaves.symmetry(0)).isIn((Object[]) Symmetry.values());
            assertThat(leaves.isLegal(0, 12)).isTrue();
            assertThat(leaves.isLegal(1, 25)).isTrue();
            assertThat(leaves.isLegal(1, 26)).isFalse();
            assertThat(leaves.isLegal(1, -1)).isFalse();
            assertThat(leaves.isLegal(1, 32)).isFalse();
            assertThat(leaves.observations().remaining()).isEqualTo(2 * 54);
            assertThat(leaves.actionMasks().remaining()).isEqualTo(2 * 4);
            assertThat(leaves.globals().remaining()).isZero();
        }
    }

    @Test
    void observations_askedFor_areThoseOfTheCore() {
        Player player = new Player(open(spec(RootMethod.PUCT).observations(true).build()));
        player.finish();
        SelfPlay core = core(RootMethod.PUCT);
        List<dev.tengen.search.SelfPlayRecord> records = played(core);

        player.records.sort(Comparator.comparing(SelfPlayRecord::slot).thenComparing(SelfPlayRecord::number));

        for (int game = 0; game < GAME_COUNT; game++) {
            SelfPlayRecord record = player.records.get(game);
            ByteBuffer expected =
                    ByteBuffer.wrap(core.positions(records.get(game)).observations());
            assertThat(record.observations()).isEqualTo(expected);
            assertThat(record.observations().remaining()).isEqualTo(54 * record.moveCount());
            assertThat(record.globals().remaining()).isZero();
        }
    }

    @Test
    void copyPolicy_writesTheSharesOfAllActions() {
        Player player = new Player(open(spec(RootMethod.PUCT).build()));
        player.finish();

        for (SelfPlayRecord record : player.records) {
            for (int move = 0; move < record.moveCount(); move++) {
                float[] policy = new float[ACTION_COUNT + 1];
                record.copyPolicy(move, policy, 1, ACTION_COUNT);

                double sum = 0;
                for (float share : policy) {
                    sum += share;
                }
                assertThat(sum).isBetween(1 - 1e-5, 1 + 1e-5);
                int action = record.policyAction(move, 0);
                assertThat(policy[1 + action]).isEqualTo(record.policyShare(move, 0));
            }
        }
    }

    @Test
    void open_wrongValue_throws() {
        SelfPlaySpec spec = SelfPlaySpec.builder(FIVE, 3, 8).groups(4).build();

        assertThatThrownBy(() -> open(spec))
                .isInstanceOf(TengenException.class)
                .hasMessage("group_count 4 is outside [0, 3]");
    }

    @Test
    void receive_wrongEvaluations_throwsAndEndsTheSelfPlay() {
        try (TengenSelfPlay selfPlay =
                open(SelfPlaySpec.builder(FIVE, 2, 8).groups(1).build())) {
            selfPlay.send(0);
            assertThat(selfPlay.receive().leaves().rowCount()).isEqualTo(2);
            float[] priors = new float[2 * ACTION_COUNT];
            priors[ACTION_COUNT + 3] = Float.NaN;
            selfPlay.send(0, priors, new float[2]);

            TengenException error = catchThrowableOfType(TengenException.class, selfPlay::receive);

            assertThat(error.reason()).isEqualTo("INVALID_VALUE");
            assertThat(error).hasMessageStartingWith("priors NaN in row 1 for action 3");
            assertThat(catchThrowableOfType(TengenException.class, selfPlay::receive))
                    .hasMessage(error.getMessage());
        }
    }

    @Test
    void save_leavesAwaitEvaluations_throws() {
        try (TengenSelfPlay selfPlay = open(SelfPlaySpec.builder(FIVE, 2, 8).build())) {
            selfPlay.send(0);
            selfPlay.receive();

            assertThatThrownBy(selfPlay::save)
                    .isInstanceOf(TengenException.class)
                    .hasMessageStartingWith("first_slot 0");
        }
    }

    @Test
    void restore_statesOfOtherSlots_throws() {
        SelfPlaySpec spec = SelfPlaySpec.builder(FIVE, 2, 8).seed(3).build();
        try (TengenSelfPlay selfPlay = open(spec)) {
            List<byte[]> states = selfPlay.save();

            assertThat(states).hasSize(2);
            assertThatThrownBy(() -> selfPlay.restore(states.subList(0, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("1 states are not those of 2 slots");
            assertThatThrownBy(() -> selfPlay.restore(List.of(states.get(1), states.get(0))))
                    .isInstanceOf(TengenException.class)
                    .hasMessageStartingWith("slot_state");
        }
    }
}
