package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Self-plays whose slots play different games: each slot plays as if all of them had its spec. */
class MixedSelfPlayTest {
    private static final Grid GRID = Grid.square(5);
    private static final long SEED = 5;
    private static final int MAX_MOVES = 30;

    private static EnvironmentSpec spec(Setup setup, Rules rules, int maxMoves, boolean isScored, String encoding) {
        return EnvironmentSpec.builder(setup, rules)
                .encodings(List.of(encoding))
                .maxMoves(maxMoves)
                .scoredOnTruncation(isScored)
                .build();
    }

    /** Returns specs that differ in rules, komi, handicap, starting position, move limit and scoring. */
    private static List<EnvironmentSpec> specs(String encoding) {
        Setup empty = Setup.empty(GRID);
        Setup handicap = Setup.of(GRID, PointSet.of(GRID, 6, 18), new PointSet(GRID), Color.WHITE)
                .withHandicap(2);
        Setup setup = Setup.of(GRID, PointSet.of(GRID, 7, 12, 17), PointSet.of(GRID, 8, 13), Color.BLACK);
        return List.of(
                spec(empty, Rules.TROMP_TAYLOR.withKomi(2), MAX_MOVES, true, encoding),
                spec(empty, Rules.TROMP_TAYLOR.withKomi(-3.5), MAX_MOVES, true, encoding),
                spec(empty, RulesPreset.JAPANESE.rules(GRID).withKomi(2), MAX_MOVES, true, encoding),
                spec(empty, RulesPreset.CHINESE.rules(GRID), MAX_MOVES, true, encoding),
                spec(empty, RulesPreset.NEW_ZEALAND.rules(GRID), MAX_MOVES, true, encoding),
                spec(handicap, Rules.TROMP_TAYLOR.withHandicapBonus(HandicapBonus.N), MAX_MOVES, true, encoding),
                spec(setup, Rules.TROMP_TAYLOR.withKomi(2), MAX_MOVES, true, encoding),
                spec(setup, RulesPreset.AGA.rules(GRID), 12, false, encoding),
                spec(handicap, RulesPreset.OPENSPIEL.rules(GRID).withKomi(1), 12, true, encoding));
    }

    private static SelfPlaySettings settings(RootMethod method) {
        SearchSettings search = method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL;
        return SelfPlaySettings.of(search.withLeavesPerRound(3), 9)
                .withPlayoutCap(4, 0.5)
                .withResignation(-0.2, 0.25);
    }

    private static SelfPlay mixed(List<EnvironmentSpec> specs, RootMethod method) {
        return new SelfPlay(specs, settings(method), specs.size(), SEED, 0);
    }

    private static void play(SelfPlay selfPlay, int from, int to, int rounds) {
        LeafRows rows = new LeafRows(selfPlay.layout(), 3 * (to - from));
        HashedEvaluator evaluator = new HashedEvaluator(GRID.moveCount(), 7, 4);
        for (int round = 0; round < rounds; round++) {
            int count = selfPlay.select(from, to, rows, 0);
            selfPlay.expand(from, to, evaluator.evaluate(rows, count), 0);
        }
    }

    /** These encodings keep state from one position to the next: ages of stones, ladders. */
    @ParameterizedTest
    @CsvSource({"PUCT, alphago-48", "GUMBEL, katago-v7"})
    void takeRecords_slotsWithSpecsOfTheirOwn_equalThoseOfEachSpecAlone(RootMethod method, String encoding) {
        List<EnvironmentSpec> specs = specs(encoding);
        SelfPlay mixed = mixed(specs, method);
        int roundCount = method == RootMethod.GUMBEL ? 200 : 100; // There, a round often has one leaf.
        play(mixed, 0, specs.size(), roundCount);
        List<SelfPlayRecord> all = new ArrayList<>();
        for (int slot = 0; slot < specs.size(); slot++) {
            SelfPlay alone = new SelfPlay(specs.get(slot), settings(method), specs.size(), SEED);
            play(alone, slot, slot + 1, roundCount);

            List<SelfPlayRecord> records = mixed.takeRecords(slot, slot + 1);

            assertThat(records).isNotEmpty().isEqualTo(alone.takeRecords(slot, slot + 1));
            assertThat(mixed.save(slot)).isEqualTo(alone.save(slot));
            LeafRows positions = mixed.positions(records.get(0));
            LeafRows expected = alone.positions(records.get(0));
            assertThat(positions.observations()).isEqualTo(expected.observations());
            assertThat(positions.actionMasks()).isEqualTo(expected.actionMasks());
            assertThat(positions.globals()).isEqualTo(expected.globals());
            requireResults(records, specs.get(slot));
            all.addAll(records);
        }
        assertThat(all)
                .extracting(SelfPlayRecord::endReason)
                .contains(EndReason.PASSES, EndReason.RESIGNATION, EndReason.MAX_MOVES);
    }

    private static void requireResults(List<SelfPlayRecord> records, EnvironmentSpec spec) {
        for (SelfPlayRecord record : records) {
            Game game = new Game(spec.setup(), spec.rules());
            for (SearchedMove move : record.moves()) {
                assertThat(game.play(move.action()).isLegal()).isTrue();
            }
            assertThat(record.margin()).isEqualTo(game.score().margin());
            if (record.endReason() == EndReason.MAX_MOVES) {
                int winner = spec.isScoredOnTruncation() ? game.score().winner() : Color.EMPTY;
                assertThat(record.winner()).isEqualTo(winner);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void restore_slotsWithSpecsOfTheirOwn_continueWithTheSameGames(RootMethod method) {
        List<EnvironmentSpec> specs = specs("alphazero-17");
        SelfPlay original = mixed(specs, method);
        play(original, 0, specs.size(), 40);
        original.takeRecords(0, specs.size());
        SelfPlay restored = mixed(specs, method);
        for (int slot = 0; slot < specs.size(); slot++) {
            byte[] state = original.save(slot);
            assertThat(restored.restoreBytes(slot, state)).isGreaterThan(state.length);
            restored.restore(slot, state);
        }

        play(original, 0, specs.size(), 60);
        play(restored, 0, specs.size(), 60);

        assertThat(restored.takeRecords(0, specs.size()))
                .hasSizeGreaterThan(3)
                .isEqualTo(original.takeRecords(0, specs.size()));
    }

    @Test
    void restore_slotWithAnotherSpec_namesTheFirstDifference() {
        List<EnvironmentSpec> specs = specs("alphazero-17");
        SelfPlay original = mixed(specs, RootMethod.PUCT);
        play(original, 0, specs.size(), 20);
        EnvironmentSpec first = specs.get(0);

        requireRefused(original, 0, specs.get(1), "komi=2.0", "komi=-3.5");
        requireRefused(original, 0, specs.get(6), "black_points=", "black_points=7-12-17");
        requireRefused(original, 0, first.toBuilder().maxMoves(MAX_MOVES - 1).build(), "max_moves=30", "max_moves=29");
        requireRefused(
                original,
                0,
                first.toBuilder().scoredOnTruncation(false).build(),
                "score_on_truncation=true",
                "score_on_truncation=false");
        requireRefused(
                original,
                5,
                specs.get(5).toBuilder().rules(Rules.TROMP_TAYLOR).build(),
                "handicap_bonus=n",
                "handicap_bonus=none");
    }

    private static void requireRefused(
            SelfPlay original, int slot, EnvironmentSpec other, String theirs, String expected) {
        List<EnvironmentSpec> specs = new ArrayList<>(specs("alphazero-17"));
        specs.set(slot, other);
        SelfPlay changed = mixed(specs, RootMethod.PUCT);
        byte[] state = original.save(slot);
        byte[] before = changed.save(slot);
        String message = "slot_state of a self-play with " + theirs + " is not one with " + expected;

        assertThatThrownBy(() -> changed.restoreBytes(slot, state)).hasMessageStartingWith(message);
        assertThatThrownBy(() -> changed.restore(slot, state)).hasMessageStartingWith(message);

        assertThat(changed.save(slot)).isEqualTo(before);
    }

    private static void requireRefused(UnaryOperator<EnvironmentSpec> change, String message) {
        EnvironmentSpec first = specs("alphazero-17").get(0);
        List<EnvironmentSpec> specs = List.of(first, first, change.apply(first));

        assertThatThrownBy(() -> mixed(specs, RootMethod.PUCT)).hasMessage(message);
    }

    @Test
    void selfPlay_specsOfOtherForms_areRefusedByNameAndSlot() {
        requireRefused(
                spec -> EnvironmentSpec.builder(Setup.empty(Grid.of(5, 4)), Rules.TROMP_TAYLOR)
                        .encodings(spec.encodings())
                        .build(),
                "specs[2].size 5x4 is not 5x5, as in specs[0]");
        requireRefused(
                spec -> spec.toBuilder().encodings(List.of("katago-v7")).build(),
                "specs[2].encodings [katago-v7] is not [alphazero-17], as in specs[0]");
        requireRefused(
                spec -> spec.toBuilder()
                        .form(new ObservationForm(
                                ObservationFormat.FLOAT32, spec.form().layout()))
                        .build(),
                "specs[2].observation_format FLOAT32 is not BITS, as in specs[0]");
        assertThatThrownBy(() -> new SelfPlay(specs("alphazero-17"), settings(RootMethod.PUCT), 4, SEED, 0))
                .hasMessage("specs a list of 9 is not one spec, or one for each of 4 slots");
        assertThatThrownBy(() -> new SelfPlay(List.of(), settings(RootMethod.PUCT), 4, SEED, 0))
                .hasMessage("specs a list of 0 is not one spec, or one for each of 4 slots");
    }

    /** The bound of a round is that of the specs of its slots. */
    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void growthBytes_slotsWithSpecsOfTheirOwn_boundsWhatARoundAdds(RootMethod method) {
        List<EnvironmentSpec> specs = specs("alphazero-17");
        SelfPlay selfPlay = mixed(specs, method);
        int grown = 0;
        for (int round = 0; round < 100; round++) {
            long before = selfPlay.memoryBytes(0, specs.size());
            SelfPlay.RangeMemory memory = selfPlay.memory(0, specs.size());
            assertThat(memory.bytes()).isEqualTo(before);
            play(selfPlay, 0, specs.size(), 1);
            assertThat(selfPlay.memoryBytes(0, specs.size())).isLessThanOrEqualTo(before + memory.growthBytes());
            assertThat(selfPlay.toolBytes()).isLessThanOrEqualTo(memory.toolBytes());
            grown += selfPlay.memoryBytes(0, specs.size()) > before ? 1 : 0;
        }
        assertThat(grown).isGreaterThan(20);
        assertThat(selfPlay.spec(3)).isSameAs(specs.get(3));
    }

    @Test
    void memoryBytes_specsOfTheirOwn_areThoseOfOneSpecAndTheSpecs() {
        EnvironmentSpec spec = specs("alphazero-17").get(0);
        SelfPlaySettings settings = settings(RootMethod.PUCT);

        long one = SelfPlay.memoryBytes(List.of(spec), settings, 100, 1, 1, 1);
        long each = SelfPlay.memoryBytes(Collections.nCopies(100, spec), settings, 100, 1, 1, 1);

        assertThat(each - one).isBetween(100 * 250L, 100 * 500L);
        assertThat(new SelfPlay(Collections.nCopies(100, spec), settings, 100, 1, 0).memoryBytes(0, 100)
                        - new SelfPlay(spec, settings, 100, 1).memoryBytes(0, 100))
                .isEqualTo(each - one);
    }
}
