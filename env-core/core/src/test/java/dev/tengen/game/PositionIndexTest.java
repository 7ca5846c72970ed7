package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The index in isolation. AgreementTest and the perft tests compare the superko that is built on it with a reference.
 */
class PositionIndexTest {
    private static final int POINT_COUNT = 81;

    private record Position(int blackCount, int whiteCount, long hash) {}

    private final PositionIndex index = new PositionIndex(POINT_COUNT);
    private final List<Position> positions = new ArrayList<>();

    private void add(Position position) {
        index.add(positions.size(), position.blackCount, position.whiteCount, position.hash);
        positions.add(position);
    }

    private void addRandom(int count, SplitMix64 random) {
        for (int i = 0; i < count; i++) {
            int black = random.nextInt(POINT_COUNT / 2);
            add(new Position(black, random.nextInt(POINT_COUNT / 2), random.nextLong()));
        }
    }

    /** Returns the positions in the list of the given counts that really have them. */
    private List<Integer> withCounts(int blackCount, int whiteCount) {
        List<Integer> found = new ArrayList<>();
        for (int number = index.newest(blackCount, whiteCount); number >= 0; number = index.older(number)) {
            Position position = positions.get(number);
            if (position.blackCount == blackCount && position.whiteCount == whiteCount) {
                found.add(number);
            }
        }
        return found;
    }

    private void assertAllAreFound() {
        for (int number = 0; number < positions.size(); number++) {
            Position position = positions.get(number);
            assertThat(index.mayHaveCounts(position.blackCount, position.whiteCount))
                    .isTrue();
            assertThat(index.mayHaveHash(position.hash)).isTrue();
            assertThat(index.mayHaveHash(number, position.hash)).isTrue();
        }
        int found = 0;
        for (int blackCount = 0; blackCount < POINT_COUNT / 2; blackCount++) {
            for (int whiteCount = 0; whiteCount < POINT_COUNT / 2; whiteCount++) {
                found += withCounts(blackCount, whiteCount).size();
            }
        }
        assertThat(found).isEqualTo(positions.size());
    }

    @ParameterizedTest(name = "{0} positions")
    @CsvSource({"1", "31", "32", "244", "2046", "2047", "2048", "10000", "66000"})
    void newestAndOlder_randomPositionsSeed1_findEachPosition(int count) {
        addRandom(count, new SplitMix64(1));

        assertAllAreFound();
    }

    @Test
    void mayHaveHash_otherHashes_areMostlyRuledOut() {
        SplitMix64 random = new SplitMix64(2);
        addRandom(240, random);

        int ofFilter = 0;
        int ofPosition = 0;
        for (int i = 0; i < 10_000; i++) {
            ofFilter += index.mayHaveHash(random.nextLong()) ? 1 : 0;
            ofPosition += index.mayHaveHash(i % 240, random.nextLong()) ? 1 : 0;
        }

        assertThat(ofFilter).isBetween(1, 2_000);
        assertThat(ofPosition).isLessThan(5);
    }

    @Test
    void mayHaveCounts_countsThatDidNotOccur_isFalse() {
        for (int count = 0; count < 40; count++) {
            add(new Position(count, count, count));
        }

        for (int count = 0; count < 40; count++) {
            assertThat(index.mayHaveCounts(count + 1, count)).isFalse();
            assertThat(index.mayHaveCounts(count, count + 3)).isFalse();
        }
    }

    @Test
    void remove_newestFirst_leavesTheOthers() {
        addRandom(3_000, new SplitMix64(4));

        for (int number = 2_999; number >= 100; number--) {
            Position last = positions.get(number);
            index.remove(number, last.blackCount, last.whiteCount);
            assertThat(withCounts(last.blackCount, last.whiteCount)).doesNotContain(number);
            positions.remove(number);
        }

        assertAllAreFound();
    }

    @Test
    void clear_positions_leavesNone() {
        addRandom(100, new SplitMix64(5));
        List<Position> removed = List.copyOf(positions);

        index.clear();

        for (Position position : removed) {
            assertThat(index.newest(position.blackCount, position.whiteCount)).isNegative();
            assertThat(index.mayHaveCounts(position.blackCount, position.whiteCount))
                    .isFalse();
            assertThat(index.mayHaveHash(position.hash)).isFalse();
        }
    }

    @Test
    void copy_thenAdded_leavesTheOriginal() {
        addRandom(10, new SplitMix64(6));
        PositionIndex copy = index.copy();

        copy.add(10, 40, 40, 7);

        assertThat(copy.newest(40, 40)).isEqualTo(10);
        assertThat(index.newest(40, 40)).isNotEqualTo(10);
        assertAllAreFound();
    }

    @ParameterizedTest(name = "after {0} other positions")
    @CsvSource({"0", "3000"})
    void addSteps_positionWithOneStoneMore_isThatStone(int count) {
        Grid grid = Grid.square(9);
        Zobrist zobrist = Zobrist.of(grid);
        addRandom(count, new SplitMix64(8));
        long hash = 0x123456789ABCDEFL;
        add(new Position(5, 4, hash ^ zobrist.key(Color.BLACK, 33)));
        PointSet found = new PointSet(grid);

        boolean isAny = index.addSteps(count, hash, zobrist, Color.BLACK, found);

        assertThat(isAny).isTrue();
        assertThat(found).isEqualTo(PointSet.of(grid, 33));
        assertThat(index.addSteps(count, hash, zobrist, Color.WHITE, found)).isFalse();
    }
}
