package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Score;
import dev.tengen.game.Setup;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SelfPlayTest {
    private static final Grid GRID = Grid.square(5);
    private static final int GAME_COUNT = 24;
    private static final int ROUND_COUNT = 300;

    private static EnvironmentSpec spec() {
        return EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR.withKomi(2))
                .encodings(List.of("alphazero-17"))
                .scoredOnTruncation(true)
                .build();
    }

    private static SelfPlaySettings settings(RootMethod method) {
        SearchSettings search = method == RootMethod.PUCT
                ? SearchSettings.PUCT.withExploration(new RootExploration(0.25, 10.83, Temperature.constant(1.1), 2))
                : SearchSettings.GUMBEL;
        return SelfPlaySettings.of(search.withLeavesPerRound(4), 24)
                .withPlayoutCap(6, 0.5)
                .withResignation(-0.1, 0.25);
    }

    private static HashedEvaluator evaluator() {
        return new HashedEvaluator(GRID.moveCount(), 7, 4);
    }

    /** Plays rounds of a range of slots with batches of about {@code batchSize} leaves. */
    private static void play(SelfPlay selfPlay, int from, int to, int batchSize, int rounds) {
        int leaves = selfPlay.maxLeafCount() / selfPlay.slotCount();
        int slots = Math.max(1, batchSize / leaves);
        LeafRows rows = new LeafRows(selfPlay.layout(), slots * leaves);
        HashedEvaluator evaluator = evaluator();
        for (int first = from; first < to; first += slots) {
            int end = Math.min(to, first + slots);
            for (int round = 0; round < rounds; round++) {
                int count = selfPlay.select(first, end, rows, 0);
                selfPlay.expand(first, end, evaluator.evaluate(rows, count), 0);
            }
        }
    }

    private static List<SelfPlayRecord> records(RootMethod method, int threads, int batchSize) throws Exception {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(method), GAME_COUNT, 3);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<?>> parts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = GAME_COUNT * thread / threads;
            int to = GAME_COUNT * (thread + 1) / threads;
            parts.add(executor.submit(() -> play(selfPlay, from, to, batchSize, ROUND_COUNT)));
        }
        for (Future<?> part : parts) {
            part.get();
        }
        executor.shutdown();
        return selfPlay.takeRecords(0, GAME_COUNT);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 64", "8, 8", "1, 4096"})
    void takeRecords_anyThreadsAndBatches_areTheSame(int threads, int batchSize) throws Exception {
        for (RootMethod method : RootMethod.values()) {
            List<SelfPlayRecord> expected = records(method, 1, 4);

            List<SelfPlayRecord> records = records(method, threads, batchSize);

            assertThat(records).isEqualTo(expected);
            assertThat(records).hasSizeGreaterThan(GAME_COUNT / 2);
        }
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void takeRecords_replayed_haveTheResultOfTheirMoves(RootMethod method) throws Exception {
        List<SelfPlayRecord> records = records(method, 1, 256);

        for (SelfPlayRecord record : records) {
            Game game = new Game(spec().setup(), spec().rules());
            for (SearchedMove move : record.moves()) {
                assertThat(game.play(move.action()).isLegal()).isTrue();
            }
            Score score = game.score();
            assertThat(record.margin()).isEqualTo(score.margin());
            int[] owners = record.owners().stream().mapToInt(Integer::intValue).toArray();
            for (int point = 0; point < owners.length; point++) {
                assertThat(owners[point]).isEqualTo(score.owner(point));
            }
            if (record.endReason() == EndReason.RESIGNATION) {
                assertThat(record.mayResign()).isTrue();
                assertThat(record.winner()).isEqualTo(Color.opponent(game.playerToMove()));
            } else {
                assertThat(record.winner()).isEqualTo(score.winner());
                assertThat(game.isOver()).isEqualTo(record.endReason() == EndReason.PASSES);
            }
        }
        assertThat(records).extracting(SelfPlayRecord::endReason).contains(EndReason.PASSES, EndReason.RESIGNATION);
        assertThat(records).extracting(SelfPlayRecord::mayResign).contains(true, false);
        assertThat(records)
                .flatExtracting(SelfPlayRecord::moves)
                .extracting(SearchedMove::isFull)
                .contains(true, false);
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void takeRecords_policies_sumUpToOne(RootMethod method) throws Exception {
        for (SelfPlayRecord record : records(method, 1, 256)) {
            for (SearchedMove move : record.moves()) {
                float[] policy = new float[GRID.moveCount()];
                move.copyPolicy(policy, 0, policy.length);
                double sum = 0;
                for (float share : policy) {
                    sum += share;
                }
                assertThat(sum).isBetween(1 - 1e-5, 1 + 1e-5);
                assertThat(move.rootValue()).isBetween(-1f, 1f);
            }
        }
    }

    private static List<ByteBuffer> states(SelfPlay selfPlay) {
        return IntStream.range(0, selfPlay.slotCount())
                .mapToObj(slot -> ByteBuffer.wrap(selfPlay.save(slot)))
                .toList();
    }

    private static SelfPlay restored(SelfPlaySettings settings, List<ByteBuffer> states) {
        SelfPlay restored = new SelfPlay(spec(), settings, states.size(), 5);
        for (int slot = 0; slot < states.size(); slot++) {
            restored.restore(slot, states.get(slot).array());
        }
        return restored;
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void restore_statesAfterAnyRound_continuesWithTheSameGames(RootMethod method) {
        SelfPlaySettings settings = settings(method);
        SelfPlay original = new SelfPlay(spec(), settings, 8, 5);
        for (int rounds = 1; rounds < 60; rounds += 4) {
            play(original, 0, 8, 64, rounds % 7);
            original.takeRecords(0, 8);
            List<ByteBuffer> states = states(original);

            SelfPlay restored = restored(settings, states);

            assertThat(states(restored)).isEqualTo(states);
            play(restored, 0, 8, 8, 90);
            play(original, 0, 8, 64, 90);
            assertThat(restored.takeRecords(0, 8)).isEqualTo(original.takeRecords(0, 8));
            assertThat(states(restored)).isEqualTo(states(original));
        }
    }

    @Test
    void restore_stateOfAnotherSelfPlay_namesTheFirstDifference() {
        byte[] state = new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 5).save(0);
        SelfPlay otherSeed = new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 6);
        SelfPlay otherMethod = new SelfPlay(spec(), settings(RootMethod.GUMBEL), 2, 5);

        assertThatThrownBy(() -> otherSeed.restore(0, state))
                .hasMessage("slot_state of a self-play with seed=5 is not one with seed=6");
        assertThatThrownBy(() -> otherMethod.restore(0, state))
                .hasMessage("slot_state of a self-play with root_method=puct is not one with root_method=gumbel");
    }

    @Test
    void restore_changedBytes_throwsOrIsAValidState() {
        SelfPlaySettings settings = settings(RootMethod.GUMBEL);
        SelfPlay original = new SelfPlay(spec(), settings, 2, 5);
        play(original, 0, 2, 64, 40);
        byte[] bytes = original.save(1);
        int refused = 0;
        int changes = 0;
        for (int change = 0; change < bytes.length; change += 23) {
            changes++;
            byte[] changed = bytes.clone();
            changed[change] ^= (byte) (1 << change % 8);
            SelfPlay restored = new SelfPlay(spec(), settings, 2, 5);
            try {
                restored.restore(1, changed);
            } catch (InvalidValueException invalid) {
                assertThat(invalid.getMessage()).startsWith("slot_state");
                assertThat(restored.save(1)).isEqualTo(new SelfPlay(spec(), settings, 2, 5).save(1));
                refused++;
            }
            play(restored, 0, 2, 8, 30);
        }
        assertThat(refused).isBetween(changes / 3, changes);
    }

    @Test
    void restore_otherSettingsOrSlots_isRefused() {
        SelfPlay original = new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 5);

        byte[] state = original.save(0);

        List<SelfPlay> others = List.of(
                new SelfPlay(spec(), settings(RootMethod.GUMBEL), 2, 5),
                new SelfPlay(spec(), settings(RootMethod.PUCT), 3, 5),
                new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 6));
        for (SelfPlay other : others) {
            assertThatThrownBy(() -> other.restore(0, state)).isInstanceOf(InvalidValueException.class);
        }
        assertThatThrownBy(() -> original.restore(1, state)).hasMessageContaining("slot");
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void select_limitedGames_endsWithTheGamesOfAnEndlessSelfPlay(RootMethod method) {
        SelfPlay endless = new SelfPlay(spec(), settings(method), 4, 5);
        play(endless, 0, 4, 64, 1_500);
        SelfPlay limited = new SelfPlay(spec(), settings(method), 4, 5, 10);

        play(limited, 0, 4, 64, 1_500);

        assertThat(limited.isFinished(0, 4)).isTrue();
        assertThat(endless.isFinished(0, 4)).isFalse();
        List<SelfPlayRecord> expected = endless.takeRecords(0, 4).stream()
                .filter(record -> record.number() * 4 + record.slot() < 10)
                .toList();
        assertThat(limited.takeRecords(0, 4)).hasSize(10).isEqualTo(expected);
        assertThat(limited.select(0, 4, new LeafRows(limited.layout(), 16), 0)).isZero();
    }

    @Test
    void restore_slotThatHasPlayedAllGames_hasNone() {
        SelfPlaySettings settings = settings(RootMethod.PUCT);
        SelfPlay limited = new SelfPlay(spec(), settings, 2, 5, 1);
        play(limited, 0, 2, 64, 1_500);
        SelfPlay restored = new SelfPlay(spec(), settings, 2, 5, 1);

        restored.restore(0, limited.save(0));
        restored.restore(1, limited.save(1));

        assertThat(restored.isFinished(0, 2)).isTrue();
    }

    @Test
    void takeRecords_fewBytes_takesAtLeastOneInOrder() {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(RootMethod.PUCT), 4, 5, 12);
        play(selfPlay, 0, 4, 64, 1_500);
        SelfPlay other = new SelfPlay(spec(), settings(RootMethod.PUCT), 4, 5, 12);
        play(other, 0, 4, 64, 1_500);
        long before = selfPlay.memoryBytes();
        List<SelfPlayRecord> taken = new ArrayList<>();
        int calls = 0;

        while (selfPlay.hasRecords(0, 4)) {
            List<SelfPlayRecord> few = selfPlay.takeRecords(0, 4, SelfPlayRecord::memoryBytes, calls == 0 ? 1 : 5_000);
            assertThat(few).isNotEmpty();
            taken.addAll(few);
            calls++;
        }

        assertThat(calls).isBetween(3, 12);
        assertThat(taken).isEqualTo(other.takeRecords(0, 4));
        assertThat(selfPlay.memoryBytes()).isLessThan(before);
    }

    @Test
    void positions_record_areThoseOfItsMoves() {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(RootMethod.PUCT), 4, 5, 4);
        play(selfPlay, 0, 4, 64, 1_000);
        SelfPlayRecord record = selfPlay.takeRecords(0, 4).get(0);

        LeafRows rows = selfPlay.positions(record);

        LeafLayout layout = selfPlay.layout();
        ObservationWriter writer =
                ObservationWriter.of(Encodings.named("alphazero-17", GRID).orElseThrow(), GRID, spec().form());
        Game game = new Game(spec().setup(), spec().rules());
        for (int row = 0; row < record.moves().size(); row++) {
            byte[] expected = new byte[layout.observationByteCount()];
            writer.write(game, Symmetry.IDENTITY, expected, 0);
            int start = row * layout.observationByteCount();
            assertThat(Arrays.copyOfRange(rows.observations(), start, start + expected.length))
                    .isEqualTo(expected);
            game.play(record.moves().get(row).action());
        }
        assertThat(rows.rowCount()).isEqualTo(record.moves().size()).isGreaterThan(2);
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void growthBytes_anyRound_boundsWhatTheRoundAdds(RootMethod method) {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(method), 4, 5);
        int grown = 0;
        for (int round = 0; round < 400; round++) {
            long before = selfPlay.memoryBytes(0, 4);
            long bound = before + selfPlay.growthBytes(0, 4);
            play(selfPlay, 0, 4, 64, 1);
            assertThat(selfPlay.memoryBytes(0, 4)).isLessThanOrEqualTo(bound);
            grown += selfPlay.memoryBytes(0, 4) > before ? 1 : 0;
            if (round % 10 == 0) {
                selfPlay.takeRecords(0, 4);
            }
        }
        assertThat(grown).isGreaterThan(20);
    }

    /**
     * Where the move limit ends every line, one round adds a node for each simulation that is left, but few leaves: a
     * bound by the leaves once let a client fill the memory of a server with what nobody had reserved.
     */
    @ParameterizedTest
    @CsvSource({"PUCT, 1", "PUCT, 1024", "GUMBEL, 1", "GUMBEL, 16"})
    void growthBytes_linesThatEndAtTheMoveLimit_boundsWhatTheRoundAdds(RootMethod method, int leavesPerRound) {
        EnvironmentSpec shortGames = EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .maxMoves(2)
                .build();
        SearchSettings search = (method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL)
                .withLeavesPerRound(leavesPerRound);
        SelfPlay selfPlay = new SelfPlay(shortGames, SelfPlaySettings.of(search, 20_000), 1, 5);
        LeafRows rows = new LeafRows(selfPlay.layout(), selfPlay.maxLeafCount());
        long mostAtOnce = 0;
        while (!selfPlay.hasRecords(0, 1)) {
            long before = selfPlay.memoryBytes(0, 1);
            long bound = before + selfPlay.growthBytes(0, 1);
            int count = selfPlay.select(0, 1, rows, 0);
            assertThat(selfPlay.memoryBytes(0, 1)).isLessThanOrEqualTo(bound);
            float[] values = new float[count];
            // Every move looks bad once it is visited, so all are visited before any line ends.
            Arrays.fill(values, 0.9f);
            float[] priors = new float[count * selfPlay.layout().actionCount()];
            selfPlay.expand(0, 1, Evaluations.ofProbabilities(priors, values), 0);
            assertThat(selfPlay.memoryBytes(0, 1)).isLessThanOrEqualTo(bound);
            mostAtOnce = Math.max(mostAtOnce, selfPlay.memoryBytes(0, 1) - before);
        }
        assertThat(mostAtOnce).isGreaterThan(50_000);
    }

    @Test
    void select_whileLeavesWait_throws() {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 5);
        LeafRows rows = new LeafRows(selfPlay.layout(), 8);
        selfPlay.select(1, 2, rows, 0);

        assertThatIllegalStateException().isThrownBy(() -> selfPlay.select(0, 2, rows, 0));
        assertThatIllegalStateException().isThrownBy(() -> selfPlay.save(1));
        assertThat(selfPlay.leafCount(0, 2)).isEqualTo(1);
    }

    @Test
    void select_tooFewRows_isRefused() {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(RootMethod.PUCT), 2, 5);
        LeafRows rows = new LeafRows(selfPlay.layout(), 7);

        assertThatThrownBy(() -> selfPlay.select(0, 2, rows, 0)).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void takeRecords_drawnSymmetries_equalThoseWithoutIfTheNetworkIsSymmetric(RootMethod method) {
        SearchSettings search = (method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL)
                .withExploration(RootExploration.NONE)
                .withGumbel(new GumbelSettings(16, 0, 0.1, 50));
        SelfPlaySettings plain =
                SelfPlaySettings.of(search.withSymmetryDrawn(false), 20).withMoveTemperature(Temperature.constant(0));
        SelfPlaySettings drawn =
                SelfPlaySettings.of(search.withSymmetryDrawn(true), 20).withMoveTemperature(Temperature.constant(0));

        List<SelfPlayRecord> expected = symmetricRecords(plain);

        assertThat(symmetricRecords(drawn)).isEqualTo(expected);
        assertThat(expected).isNotEmpty();
    }

    /** Returns the records of games whose evaluations do not depend on the symmetry of a row. */
    private static List<SelfPlayRecord> symmetricRecords(SelfPlaySettings settings) {
        SelfPlay selfPlay = new SelfPlay(spec(), settings, 4, 9);
        LeafRows rows = new LeafRows(selfPlay.layout(), selfPlay.maxLeafCount());
        SymmetricEvaluator evaluator = new SymmetricEvaluator(GRID, 17, evaluator());
        for (int round = 0; round < 1_000; round++) {
            int count = selfPlay.select(0, 4, rows, 0);
            selfPlay.expand(0, 4, evaluator.evaluate(rows, count), 0);
        }
        List<SelfPlayRecord> records = new ArrayList<>(selfPlay.takeRecords(0, 4));
        records.sort(Comparator.comparing(SelfPlayRecord::slot).thenComparing(SelfPlayRecord::number));
        return records;
    }
}
