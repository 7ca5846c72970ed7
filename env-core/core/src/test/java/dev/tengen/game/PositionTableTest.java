package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PositionTableTest {
    private final List<Long> keys = new ArrayList<>();
    private PositionTable table = new PositionTable(40);

    private void add(long key) {
        table.add(keys.size(), key);
        keys.add(key);
    }

    private void removeLast() {
        table.remove(keys.size() - 1, keys.remove(keys.size() - 1));
    }

    private List<Integer> found(long key) {
        List<Integer> numbers = new ArrayList<>();
        for (int slot = table.first(key); slot >= 0; slot = table.next(slot, key)) {
            numbers.add(table.number(slot));
        }
        return numbers;
    }

    private void assertAllAreFound() {
        for (int number = 0; number < keys.size(); number++) {
            assertThat(found(keys.get(number))).contains(number);
        }
    }

    @Test
    void candidates_positionsWithTheSameKey_areInTheOrderInWhichTheyWereAdded() {
        for (int number = 0; number < 30; number++) {
            add(number % 3);
        }

        assertThat(found(1)).contains(1, 4, 7, 28).isSorted();
        assertThat(found(1L << 40)).isEmpty();
    }

    @Test
    void remove_randomKeysAddedAndRemoved_leavesTheOthers() {
        SplitMix64 random = new SplitMix64(1);
        int removed = 0;
        for (int i = 0; i < 5_000; i++) {
            if (keys.isEmpty() || table.hasRoomFor(keys.size()) && random.nextInt(2) == 0) {
                add(random.nextInt(4) == 0 ? 5 : random.nextLong());
            } else {
                removeLast();
                removed++;
            }
            assertAllAreFound();
        }

        assertThat(removed).isGreaterThan(2_000);
        while (!keys.isEmpty()) {
            removeLast();
        }
        assertThat(found(5)).isEmpty();
    }

    @Test
    void hasRoomFor_anyLastNumber_isTrueUpToIt() {
        for (int lastNumber = 1; lastNumber < 3_000; lastNumber++) {
            PositionTable sized = new PositionTable(lastNumber);
            assertThat(sized.hasRoomFor(lastNumber)).isTrue();
            assertThat(sized.hasRoomFor(PositionTable.slotCount(lastNumber) / 2))
                    .isFalse();
        }
    }

    @Test
    void copy_afterwardsChanged_leavesTheOriginal() {
        add(7);
        PositionTable original = table;
        table = original.copy();

        add(8);

        assertThat(found(8)).containsExactly(1);
        table = original;
        assertThat(found(8)).isEmpty();
        assertThat(found(7)).containsExactly(0);
    }
}
