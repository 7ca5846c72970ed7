package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The list in isolation. BoardAgreementTest compares it with the board after every play and every undo. */
class AtarisTest {
    private final Ataris ataris = new Ataris(100);

    @Test
    void add_twoChainsWithOneLiberty_addUp() {
        ataris.add(3, 50, 2, 0b0110);
        ataris.add(7, 50, 5, 0b0011);

        assertThat(ataris.count()).isEqualTo(1);
        assertThat(ataris.point(0)).isEqualTo(50);
        assertThat(ataris.stoneCount(0)).isEqualTo(7);
        assertThat(ataris.hash(0)).isEqualTo(0b0101);
    }

    @Test
    void remove_oneOfTwoChains_leavesTheOther() {
        ataris.add(3, 50, 2, 0b0110);
        ataris.add(7, 50, 5, 0b0011);

        ataris.remove(3, 2, 0b0110);

        assertThat(ataris.contains(3)).isFalse();
        assertThat(ataris.contains(7)).isTrue();
        assertThat(ataris.stoneCount(0)).isEqualTo(5);
        assertThat(ataris.hash(0)).isEqualTo(0b0011);
    }

    @Test
    void remove_firstOfSeveralPoints_keepsTheOthers() {
        for (int head = 0; head < 20; head++) {
            ataris.add(head, 40 + head, 1, head);
        }

        ataris.remove(0, 1, 0);

        assertThat(ataris.count()).isEqualTo(19);
        for (int i = 0; i < 19; i++) {
            assertThat(ataris.hash(i)).isEqualTo(ataris.point(i) - 40L);
        }
    }

    @Test
    void clear_several_forgetsThemAll() {
        ataris.add(3, 50, 2, 1);
        ataris.add(7, 51, 5, 2);

        ataris.clear();
        ataris.add(3, 51, 1, 4);

        assertThat(ataris.count()).isEqualTo(1);
        assertThat(ataris.hash(0)).isEqualTo(4);
        assertThat(ataris.contains(7)).isFalse();
    }

    @Test
    void copyFrom_listsOfOtherLengths_becomesEqualToEach() {
        Ataris many = new Ataris(100);
        for (int head = 0; head < 40; head++) {
            many.add(head, 50 + head, 1 + head, 3L * head);
        }
        Ataris few = new Ataris(100);
        few.add(7, 8, 2, 5);
        Ataris copy = new Ataris(100);

        copy.copyFrom(many);
        assertThat(copy.count()).isEqualTo(40);
        for (int i = 0; i < 40; i++) {
            assertThat(copy.point(i)).isEqualTo(many.point(i));
            assertThat(copy.stoneCount(i)).isEqualTo(many.stoneCount(i));
            assertThat(copy.hash(i)).isEqualTo(many.hash(i));
        }
        copy.remove(39, 40, 117);
        assertThat(many.contains(39)).isTrue();

        copy.copyFrom(few);
        assertThat(copy.count()).isEqualTo(1);
        assertThat(copy.contains(7)).isTrue();
        assertThat(copy.contains(8)).isFalse();
        copy.add(9, 8, 1, 6);
        assertThat(copy.stoneCount(0)).isEqualTo(3);
    }
}
