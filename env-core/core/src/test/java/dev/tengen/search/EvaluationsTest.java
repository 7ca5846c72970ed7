package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationsTest {
    private static final Grid GRID = Grid.square(3);
    private static final int ACTION_COUNT = GRID.moveCount();
    private static final int GAME_COUNT = 4;

    private final SelfPlay selfPlay = new SelfPlay(
            EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR)
                    .encodings(List.of("alphazero-17"))
                    .build(),
            SelfPlaySettings.of(SearchSettings.PUCT.withSymmetryDrawn(false), 8),
            GAME_COUNT,
            1);
    private final LeafRows rows = new LeafRows(selfPlay.layout(), GAME_COUNT);
    private final float[] priors = new float[GAME_COUNT * ACTION_COUNT];
    private final float[] values = new float[GAME_COUNT];

    private void assertRefused(Evaluations evaluations, String message) {
        selfPlay.select(0, GAME_COUNT, rows, 0);

        assertThatThrownBy(() -> selfPlay.expand(0, GAME_COUNT, evaluations, 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(message);
        assertThat(selfPlay.leafCount(0, GAME_COUNT)).isEqualTo(GAME_COUNT);

        selfPlay.expand(
                0,
                GAME_COUNT,
                Evaluations.ofProbabilities(new float[GAME_COUNT * ACTION_COUNT], new float[GAME_COUNT]),
                0);
        assertThat(selfPlay.leafCount(0, GAME_COUNT)).isZero();
    }

    private void assertPriorRefused(float prior, Evaluations.PriorKind kind) {
        Arrays.fill(priors, 1);
        priors[2 * ACTION_COUNT + 5] = prior;

        assertRefused(
                Evaluations.of(kind, FloatNumbers.of(priors), FloatNumbers.of(values)),
                prior + " in row 2 for action 5");
    }

    @Test
    void expand_badProbabilities_areRefusedWithTheirRow() {
        for (float prior : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -1e-9f}) {
            assertPriorRefused(prior, Evaluations.PriorKind.PROBABILITIES);
        }
    }

    @Test
    void expand_badLogits_areRefusedWithTheirRow() {
        for (float prior : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            assertPriorRefused(prior, Evaluations.PriorKind.LOGITS);
        }
    }

    @Test
    void expand_badValues_areRefusedWithTheirRow() {
        for (float value : new float[] {Float.NaN, 1.001f, -1.001f, Float.POSITIVE_INFINITY}) {
            values[3] = value;
            assertRefused(Evaluations.ofProbabilities(priors, values), value + " in row 3");
        }
    }

    @Test
    void expand_wrongSizes_areRefused() {
        assertRefused(Evaluations.ofProbabilities(new float[3], values), "priors of 3 numbers");
        assertRefused(Evaluations.ofProbabilities(new float[3 * ACTION_COUNT], new float[3]), "evaluations of 3 rows");
        assertThatThrownBy(() -> new Evaluations(
                        Evaluations.PriorKind.LOGITS, FloatNumbers.of(priors), FloatNumbers.of(values), 5))
                .hasMessageContaining("values of 4 numbers");
        assertThatThrownBy(() -> FloatNumbers.float16(ByteBuffer.allocate(3))).hasMessageContaining("of 3 bytes");
    }

    /** Priors of illegal actions may be anything: masked logits are infinite. */
    @Test
    void expand_illegalActionsWithoutNumbers_areIgnored() {
        Game game = new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR);
        game.play(4);
        for (Evaluations.PriorKind kind : Evaluations.PriorKind.values()) {
            for (float masked : new float[] {Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, Float.NaN, -1}) {
                float[] row = new float[ACTION_COUNT];
                row[4] = masked;

                PositionSearch search = searched(game, kind, row);

                assertThat(search.moves()).noneMatch(move -> move.action() == 4);
                assertThat(search.moves()).hasSize(ACTION_COUNT - 1).allMatch(move -> move.prior() == 1.0 / 9);
            }
        }
    }

    private static PositionSearch searched(Game game, Evaluations.PriorKind kind, float[] row) {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .build();
        PositionSearch search = new PositionSearch(spec, SearchSettings.PUCT.withSymmetryDrawn(false), game, 1);
        LeafRows leafRows = new LeafRows(search.layout(), 1);
        search.deepen(9);
        while (!search.isComplete()) {
            if (search.select(leafRows, 0) > 0) {
                boolean isRoot = search.nodeCount() == 0;
                search.expand(
                        Evaluations.of(
                                isRoot ? kind : Evaluations.PriorKind.PROBABILITIES,
                                FloatNumbers.of(isRoot ? row : new float[ACTION_COUNT]),
                                FloatNumbers.of(new float[1])),
                        0);
            }
        }
        return search;
    }

    @Test
    void expand_logitsAndTheirProbabilities_giveTheSamePriors() {
        Game game = new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR);
        float[] logits = new float[ACTION_COUNT];
        float[] probabilities = new float[ACTION_COUNT];
        for (int action = 0; action < ACTION_COUNT; action++) {
            logits[action] = 100 - 0.3f * action;
            probabilities[action] = (float) Math.exp(-0.3 * action);
        }

        PositionSearch byLogits = searched(game, Evaluations.PriorKind.LOGITS, logits);

        PositionSearch byProbabilities = searched(game, Evaluations.PriorKind.PROBABILITIES, probabilities);
        assertThat(byLogits.moves()).hasSameSizeAs(byProbabilities.moves());
        for (int i = 0; i < byLogits.moves().size(); i++) {
            assertThat(byLogits.moves().get(i).action())
                    .isEqualTo(byProbabilities.moves().get(i).action());
        }
    }

    @Test
    void copy_floatsAsBytes_givesTheSameNumbers() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(4 * 7).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putFloat(99);
        float[] expected = {1, -2.5f, Float.MIN_VALUE, 1e30f, 0, 0.1f};
        for (float number : expected) {
            bytes.putFloat(number);
        }
        bytes.flip().position(4);
        float[] copied = new float[3];

        FloatNumbers numbers = FloatNumbers.float32(bytes);

        assertThat(numbers.count()).isEqualTo(expected.length);
        numbers.copy(2, copied, 3);
        assertThat(copied).containsExactly(expected[2], expected[3], expected[4]);
    }

    @Test
    void float16_allBits_areTheirNumbers() {
        ByteBuffer bytes = ByteBuffer.allocate(2 << 16).order(ByteOrder.LITTLE_ENDIAN);
        for (int bits = 0; bits < 1 << 16; bits++) {
            bytes.putShort((short) bits);
        }

        FloatNumbers numbers = FloatNumbers.float16(bytes.flip());

        assertThat(numbers.count()).isEqualTo(1 << 16);
        for (int bits = 0; bits < 1 << 16; bits++) {
            if (Float.compare(numbers.at(bits), half(bits)) != 0) {
                throw new AssertionError("bits %x: %f, not %f".formatted(bits, numbers.at(bits), half(bits)));
            }
        }
        float[] copied = new float[100];
        numbers.copy(500, copied, 100);
        assertThat(copied[99]).isEqualTo(half(599));
    }

    /** IEEE 754-2019, section 3.4. */
    private static float half(int bits) {
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        double sign = bits < 1 << 15 ? 1 : -1;
        if (exponent == 31) {
            return mantissa == 0 ? (float) (sign * Double.POSITIVE_INFINITY) : Float.NaN;
        }
        double magnitude = exponent == 0 ? mantissa * Math.pow(2, -24) : (1024 + mantissa) * Math.pow(2, exponent - 25);
        return (float) (sign * magnitude);
    }
}
