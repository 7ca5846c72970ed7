package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.testing.TestSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Point sets compared with {@link BitSet} and slow obvious code, on random sets of many sizes; seed 1. */
@Tag("reference")
class PointSetAgreementTest {
    private static final int ROUNDS = TestSize.of(200);

    /** A random set in two representations. */
    private record Twin(PointSet points, BitSet bits) {
        static Twin random(Grid grid, Random random) {
            Twin twin = new Twin(new PointSet(grid), new BitSet());
            double density = random.nextInt(5) / 4.0;
            for (int point = 0; point < grid.pointCount(); point++) {
                if (random.nextDouble() < density) {
                    twin.points.add(point);
                    twin.bits.set(point);
                }
            }
            return twin;
        }
    }

    private interface Check {
        void run(Grid grid, Twin first, Twin second);
    }

    private static void onRandomSets(Grid grid, Check check) {
        Random random = new Random(1);
        for (int round = 0; round < ROUNDS; round++) {
            check.run(grid, Twin.random(grid, random), Twin.random(grid, random));
        }
    }

    private static BitSet bitsOf(PointSet points) {
        BitSet bits = new BitSet();
        IntStream.range(0, points.grid().pointCount()).filter(points::contains).forEach(bits::set);
        return bits;
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void addAndRemove_randomPointsSeed1_agreeWithBitSet(Grid grid) {
        Random random = new Random(1);
        Twin twin = new Twin(new PointSet(grid), new BitSet());

        for (int i = 0; i < 20 * grid.pointCount(); i++) {
            int point = random.nextInt(grid.pointCount());
            if (random.nextBoolean()) {
                twin.points.add(point);
                twin.bits.set(point);
            } else {
                twin.points.remove(point);
                twin.bits.clear(point);
            }
            assertThat(twin.points.contains(point)).isEqualTo(twin.bits.get(point));
        }

        assertThat(bitsOf(twin.points)).isEqualTo(twin.bits);
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void addAll_randomSetsSeed1_isTheUnion(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.addAll(second.points);
            first.bits.or(second.bits);

            assertThat(bitsOf(first.points)).isEqualTo(first.bits);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void removeAll_randomSetsSeed1_isTheDifference(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.removeAll(second.points);
            first.bits.andNot(second.bits);

            assertThat(bitsOf(first.points)).isEqualTo(first.bits);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void retainAll_randomSetsSeed1_isTheIntersection(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.retainAll(second.points);
            first.bits.and(second.bits);

            assertThat(bitsOf(first.points)).isEqualTo(first.bits);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void newSets_randomSetsSeed1_agreeWithTheOperationsInPlace(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            PointSet common = first.points.copy();
            common.retainAll(second.points);
            PointSet rest = first.points.copy();
            rest.removeAll(second.points);
            PointSet neighbors = new PointSet(grid);
            neighbors.addNeighborsOf(first.points);

            assertThat(first.points.intersection(second.points)).isEqualTo(common);
            assertThat(first.points.intersects(second.points)).isEqualTo(first.bits.intersects(second.bits));
            assertThat(first.points.difference(second.points)).isEqualTo(rest);
            assertThat(first.points.neighbors()).isEqualTo(neighbors);
            assertThat(bitsOf(first.points)).isEqualTo(first.bits);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void copyFrom_randomSetsSeed1_isEqualToTheOther(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.copyFrom(second.points);

            assertThat(first.points).isEqualTo(second.points);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void clear_randomSetsSeed1_isEmpty(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.clear();

            assertThat(first.points.isEmpty()).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void fill_randomSetsSeed1_isTheWholeGrid(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.fill();

            assertThat(first.points.size()).isEqualTo(grid.pointCount());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void isEmptyAndSize_randomSetsSeed1_agreeWithBitSet(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            assertThat(first.points.size()).isEqualTo(first.bits.cardinality());
            assertThat(first.points.isEmpty()).isEqualTo(first.bits.isEmpty());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void equals_randomSetsSeed1_agreesWithBitSet(Grid grid) {
        onRandomSets(
                grid,
                (size, first, second) ->
                        assertThat(first.points.equals(second.points)).isEqualTo(first.bits.equals(second.bits)));
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void next_everyPointOfRandomSetsSeed1_agreesWithBitSet(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            int[] actual = IntStream.range(-1, grid.pointCount())
                    .map(first.points::next)
                    .toArray();
            int[] expected = IntStream.range(-1, grid.pointCount())
                    .map(point -> first.bits.nextSetBit(point + 1))
                    .toArray();

            assertThat(actual).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void forEach_randomSetsSeed1_goesThroughAllInOrder(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            List<Integer> visited = new ArrayList<>();
            first.points.forEach(visited::add);

            assertThat(visited).isEqualTo(first.bits.stream().boxed().toList());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void nth_everyIndexOfRandomSetsSeed1_isThePointOfThatRank(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            int[] expected = first.bits.stream().toArray();
            int[] actual =
                    IntStream.range(0, expected.length).map(first.points::nth).toArray();

            assertThat(actual).isEqualTo(expected);
            assertThatThrownBy(() -> first.points.nth(expected.length)).isInstanceOf(IndexOutOfBoundsException.class);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void addNeighborsOf_randomSetsSeed1_agreesWithSlowVersion(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.addNeighborsOf(second.points);
            second.bits.stream().forEach(point -> first.bits.or(neighbors(grid, point)));

            assertThat(bitsOf(first.points)).isEqualTo(first.bits);
            assertThat(first.points.size()).isEqualTo(first.bits.cardinality());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void copyTouching_randomSetsSeed1_agreesWithSlowVersion(Grid grid) {
        PointSet result = new PointSet(grid);
        onRandomSets(grid, (size, area, others) -> {
            BitSet expected = new BitSet();
            area.bits.stream().forEach(point -> expected.or(neighbors(grid, point)));
            others.bits.stream().forEach(point -> expected.or(neighbors(grid, point)));
            expected.and(area.bits);

            result.fill();
            result.copyTouching(area.points, others.points);

            assertThat(bitsOf(result)).isEqualTo(expected);
            assertThat(result.size()).isEqualTo(expected.cardinality());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void floodWithin_randomSetsSeed1_agreesWithSlowVersion(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            first.points.floodWithin(second.points);

            assertThat(bitsOf(first.points)).isEqualTo(flood(grid, first.bits, second.bits));
        });
    }

    private static BitSet flood(Grid grid, BitSet start, BitSet area) {
        BitSet reached = (BitSet) start.clone();
        Deque<Integer> queue = new ArrayDeque<>(start.stream().boxed().toList());
        while (!queue.isEmpty()) {
            neighbors(grid, queue.remove()).stream()
                    .filter(point -> area.get(point) && !reached.get(point))
                    .forEach(point -> {
                        reached.set(point);
                        queue.add(point);
                    });
        }
        return reached;
    }

    private static BitSet neighbors(Grid grid, int point) {
        int row = point / grid.width();
        int column = point % grid.width();
        BitSet neighbors = new BitSet();
        for (int other = 0; other < grid.pointCount(); other++) {
            if (Math.abs(other / grid.width() - row) + Math.abs(other % grid.width() - column) == 1) {
                neighbors.set(other);
            }
        }
        return neighbors;
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void word_randomSetsSeed1_holdsTheBitsInOrder(Grid grid) {
        onRandomSets(grid, (size, first, second) -> {
            BitSet bits = new BitSet();
            IntStream.range(0, 64 * first.points.wordCount())
                    .filter(bit -> first.points.word(bit / 64) << bit % 64 < 0)
                    .forEach(bits::set);

            assertThat(bits).isEqualTo(first.bits);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void writeTo_randomSetsSeed1_writesTheBitsInOrder(Grid grid) {
        byte[] bytes = new byte[(grid.pointCount() + 7) / 8];
        onRandomSets(grid, (size, first, second) -> {
            first.points.writeTo(bytes, 0);
            BitSet bits = new BitSet();
            IntStream.range(0, 8 * bytes.length)
                    .filter(bit -> (bytes[bit / 8] & 0x80 >> bit % 8) != 0)
                    .forEach(bits::set);

            assertThat(bits).isEqualTo(first.bits);
        });
    }
}
