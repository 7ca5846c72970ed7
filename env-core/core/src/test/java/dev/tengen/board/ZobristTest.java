package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.testing.Grids;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Position hashes leave the process (snapshots, logs, tables of clients), so the keys are pinned. */
class ZobristTest {
    @ParameterizedTest
    @CsvSource({"1x1, 64", "9x9, 64", "19x19, 64", "25x25, 64", "1x1, 1", "9x9, 1", "9x9, 6", "19x19, 8", "25x25, 8"})
    void addPoints_keyOfEveryPoint_areThePointsWithThatKey(String size, int bits) {
        Grid grid = Grids.of(size);
        Zobrist zobrist = Zobrist.of(grid, bits);
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            for (int point = 0; point < grid.pointCount(); point++) {
                long key = zobrist.key(color, point);
                PointSet expected = new PointSet(grid);
                for (int other = 0; other < grid.pointCount(); other++) {
                    if (zobrist.key(color, other) == key) {
                        expected.add(other);
                    }
                }
                PointSet found = new PointSet(grid);

                zobrist.addPoints(color, key, found);
                assertThat(found).isEqualTo(expected);
            }
        }
    }

    @Test
    void addPoints_keyOfNoPoint_addsNothing() {
        Grid grid = Grid.square(19);
        Zobrist zobrist = Zobrist.of(grid);
        PointSet found = new PointSet(grid);
        SplitMix64 random = new SplitMix64(1);
        for (int i = 0; i < 10_000; i++) {
            zobrist.addPoints(Color.BLACK, random.nextLong(), found);
        }

        assertThat(found.isEmpty()).isTrue();
    }

    @Test
    void key_everyColorPointAndSize_isDifferent() {
        Set<Long> keys = new HashSet<>();
        int count = 0;
        for (Grid grid : Grids.all()) {
            for (int point = 0; point < grid.pointCount(); point++) {
                keys.add(Zobrist.of(grid).key(Color.BLACK, point));
                keys.add(Zobrist.of(grid).key(Color.WHITE, point));
                count += 2;
            }
        }

        assertThat(keys).hasSize(count).doesNotContain(0L);
    }

    @ParameterizedTest
    @CsvSource({
        "1x1, 1, 0, 204391a6fd59956f",
        "1x1, 2, 0, 31eacba8e9fc3811",
        "9x9, 1, 0, a852f77f24b04584",
        "9x9, 1, 80, 89a7c6fe8a58d255",
        "9x9, 2, 0, 83a9ad65451de164",
        "9x9, 2, 80, 3be6cf9051181f02",
        "19x19, 1, 180, d17653a31f63ae16",
        "19x19, 2, 180, 7b7bf1c5d35c237d",
        "13x5, 1, 64, 908b75a7fed37625",
        "5x13, 1, 64, 9ffa628331ada5b9",
        "25x25, 2, 624, acd23dbf6dcab449"
    })
    void key_colorAndPoint_isPinned(String size, int color, int point, String expected) {
        assertThat(Long.toHexString(Zobrist.of(Grids.of(size)).key(color, point)))
                .isEqualTo(expected);
    }

    @Test
    void key_allOfAllSizesTogether_arePinned() {
        long digest = 0;
        for (Grid grid : Grids.all()) {
            for (int point = 0; point < grid.pointCount(); point++) {
                digest = SplitMix64.mix(digest ^ Zobrist.of(grid).key(Color.BLACK, point));
                digest = SplitMix64.mix(digest ^ Zobrist.of(grid).key(Color.WHITE, point));
            }
        }

        assertThat(Long.toHexString(digest)).isEqualTo("3f14191a7fc4809e");
    }

    @Test
    void of_sameGridTwice_isTheSameInstance() {
        assertThat(Zobrist.of(Grid.of(4, 7))).isSameAs(Zobrist.of(Grid.of(4, 7)));
    }

    @Test
    void of_fewBits_givesKeysOfThatManyBits() {
        Zobrist zobrist = Zobrist.of(Grid.square(19), 3);

        for (int point = 0; point < 361; point++) {
            assertThat(zobrist.key(Color.BLACK, point)).isBetween(0L, 7L);
        }
    }

    @Test
    void of_allBits_givesTheUsualKeys() {
        Grid grid = Grid.square(9);

        assertThat(Zobrist.of(grid, 64).key(Color.WHITE, 40))
                .isEqualTo(Zobrist.of(grid).key(Color.WHITE, 40));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65})
    void of_bitsOutOfRange_throwsWithValueAndRange(int bits) {
        assertThatThrownBy(() -> Zobrist.of(Grid.square(9), bits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bits " + bits + " is outside [1, 64]");
    }
}
