package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lanes of a batch next to environments, which sessions consist of: equal after each of 100,000 steps, also when
 * position hashes are so short that different positions often share one.
 */
@Tag("reference")
class LaneAgreementTest {
    private static final int STEP_COUNT = TestSize.of(100_000);
    private static final int LANE_COUNT = 16;
    private static final long FIRST_SEED = 100;

    /** One action in so many is drawn from all points, legal or not. */
    private static final int WILD_RATE = 20;

    /** One action in so many resigns. */
    private static final int RESIGNATION_RATE = 2_000;

    private final SplitMix64 random = new SplitMix64(11);
    private int episodeCount;
    private int occupiedCount;
    private int repetitionCount;
    private int capturedCount;
    private int suicideCount;
    private int sharedHashCount;

    /**
     * A lane must equal {@code sameKeys} in every field. {@code exact} has hashes of 64 bits, so it shows that
     * legality, rewards and planes do not depend on them.
     */
    private static final class Pair {
        private final Environment sameKeys;
        private final Environment exact;

        /** The exact hashes of the positions of the episode by their short ones. */
        private final Map<Long, Long> positions = new HashMap<>();

        Pair(EnvironmentSpec spec, long seed, Zobrist zobrist) {
            sameKeys = new Environment(spec, seed, zobrist);
            exact = new Environment(spec, seed);
        }

        void reset() {
            sameKeys.reset(sameKeys.nextSeed());
            exact.reset(exact.nextSeed());
            positions.clear();
        }

        Legality step(int action) {
            assertThat(sameKeys.step(action)).isEqualTo(exact.step(action));
            return exact.lastLegality();
        }

        /** Returns whether the position has the short hash of another position of the episode. */
        boolean isHashShared() {
            long hash = exact.game().positionHash();
            return !positions
                    .computeIfAbsent(sameKeys.game().positionHash(), unused -> hash)
                    .equals(hash);
        }
    }

    @ParameterizedTest(name = "{0}x{0}, keys of {1} bits")
    @CsvSource(textBlock = """
                     3 | 64 | 6013 2083 117 23057 2652 0
                     3 |  8 | 6013 2083 117 23057 2652 3454
                     5 | 64 | 2256 2630 95 23320 3373 0
                     5 |  8 | 2256 2630 95 23320 3373 9520
                     5 |  2 | 2256 2630 95 23320 3373 88195
                     9 | 64 | 707 3063 57 24248 3293 0
                     9 |  8 | 707 3063 57 24248 3293 23671
                    19 | 64 | 163 3139 44 22441 3105 0
                    19 |  8 | 163 3139 44 22441 3105 61920
                    """, delimiter = '|')
    void step_randomPlay_laneEqualsEnvironment(int size, int keyBits, String counts) {
        EnvironmentSpec spec = TestSpec.square(size)
                .encodings("alphazero-17", "gymgo-6")
                .illegalActions(IllegalActionPolicy.IGNORE)
                .build();
        Zobrist zobrist = Zobrist.of(spec.grid(), keyBits);
        EnvironmentBatch batch = new EnvironmentBatch(List.of(spec), seeds(), Autoreset.NEXT_STEP, unused -> zobrist);
        List<Pair> pairs = new ArrayList<>();
        for (long seed : seeds()) {
            pairs.add(new Pair(spec, seed, zobrist));
        }

        LaneRows rows = batch.open();
        for (int step = 0; step < STEP_COUNT / LANE_COUNT; step++) {
            int[] actions = new int[LANE_COUNT];
            for (int lane = 0; lane < LANE_COUNT; lane++) {
                actions[lane] = action(pairs.get(lane).exact, rows, lane);
            }
            rows = batch.step(actions);
            for (int lane = 0; lane < LANE_COUNT; lane++) {
                play(pairs.get(lane), actions[lane]);
                requireEqual(rows, lane, pairs.get(lane));
            }
        }

        if (TestSize.isFull()) {
            assertThat(counts()).isEqualTo(counts);
        }
    }

    private static long[] seeds() {
        long[] seeds = new long[LANE_COUNT];
        Arrays.setAll(seeds, lane -> FIRST_SEED + lane);
        return seeds;
    }

    private int action(Environment environment, LaneRows rows, int lane) {
        Grid grid = environment.spec().grid();
        if (random.nextInt(RESIGNATION_RATE) == 0) {
            return Environment.RESIGN;
        }
        if (environment.isOver() || random.nextInt(WILD_RATE) == 0) {
            return random.nextInt(grid.moveCount());
        }
        int action = random.nextInt(grid.moveCount());
        while (!rows.isLegal(lane, action)) {
            action = random.nextInt(grid.moveCount());
        }
        return action;
    }

    private void play(Pair pair, int action) {
        if (pair.exact.isOver()) {
            pair.reset();
            episodeCount++;
            return;
        }
        Game game = pair.exact.game();
        int player = game.playerToMove();
        Legality legality = pair.step(action);
        occupiedCount += legality == Legality.OCCUPIED ? 1 : 0;
        repetitionCount += legality == Legality.REPETITION ? 1 : 0;
        sharedHashCount += pair.isHashShared() ? 1 : 0;
        if (legality.isLegal() && action >= 0 && action != game.grid().pass()) {
            boolean isSuicide = game.colorAt(action) != player;
            suicideCount += isSuicide ? 1 : 0;
            capturedCount += isSuicide ? 0 : game.removedCount();
        }
    }

    private static void requireEqual(LaneRows rows, int lane, Pair pair) {
        assertThat(rows.stateHash(lane)).isEqualTo(pair.sameKeys.stateHash());
        requireEqual(rows, lane, pair.sameKeys);
        requireEqual(rows, lane, pair.exact);
    }

    /* Everything in a row but the state hash. */
    private static void requireEqual(LaneRows rows, int lane, Environment environment) {
        assertThat(row(rows, RowField.ACTION_MASKS, lane)).isEqualTo(environment.actionMask());
        assertThat(row(rows, RowField.OBSERVATIONS, lane)).isEqualTo(joined(environment.observations()));
        assertThat(rows.reward(lane, Color.BLACK)).isEqualTo((float) environment.reward(Color.BLACK));
        assertThat(rows.reward(lane, Color.WHITE)).isEqualTo((float) environment.reward(Color.WHITE));
        assertThat(rows.byteAt(RowField.END_REASONS, lane))
                .isEqualTo(environment.endReason().number());
        assertThat(rows.byteAt(RowField.WINNERS, lane)).isEqualTo(environment.winner());
        assertThat(rows.byteAt(RowField.PLAYERS_TO_MOVE, lane))
                .isEqualTo(environment.game().playerToMove());
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, lane))
                .isEqualTo(environment.game().moveNumber());
        assertThat(rows.intAt(RowField.EPISODES, lane)).isEqualTo((int) environment.episode());
        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, lane))
                .isEqualTo(environment.lastLegality().number());
    }

    private static byte[] row(LaneRows rows, RowField field, int row) {
        int byteCount = field.byteCount(rows.layout());
        return Arrays.copyOfRange(rows.bytes(field), row * byteCount, (row + 1) * byteCount);
    }

    private static byte[] joined(List<byte[]> parts) {
        byte[] joined = new byte[parts.stream().mapToInt(part -> part.length).sum()];
        int offset = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, offset, part.length);
            offset += part.length;
        }
        return joined;
    }

    /**
     * Returns the counts in this order: episodes; actions refused because the point was occupied, and because a
     * position would have been repeated; stones captured; suicides; positions whose short hash another position of the
     * episode had.
     */
    private String counts() {
        return String.join(
                " ",
                "" + episodeCount,
                "" + occupiedCount,
                "" + repetitionCount,
                "" + capturedCount,
                "" + suicideCount,
                "" + sharedHashCount);
    }
}
