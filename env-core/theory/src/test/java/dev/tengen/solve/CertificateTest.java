package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import org.junit.jupiter.api.Test;

class CertificateTest {
    private static Certificate certificate(int winner, int threshold) {
        return new Certificate(winner, threshold, new int[] {1, 4}, new int[] {2});
    }

    @Test
    void decides_thresholds_whoGetsMoreAlsoGetsLess() {
        assertThat(certificate(Color.BLACK, 3).decides(3)).isTrue();
        assertThat(certificate(Color.BLACK, 3).decides(-5)).isTrue();
        assertThat(certificate(Color.BLACK, 3).decides(4)).isFalse();
        assertThat(certificate(Color.WHITE, 3).decides(3)).isTrue();
        assertThat(certificate(Color.WHITE, 3).decides(5)).isTrue();
        assertThat(certificate(Color.WHITE, 3).decides(2)).isFalse();
    }

    @Test
    void holds_pasts_allBarredHaveStoodAndNoneEntered() {
        Certificate certificate = certificate(Color.BLACK, 0);

        assertThat(certificate.holds(new boolean[] {true, false, true, true, false}))
                .isTrue();
        assertThat(certificate.holds(new boolean[] {true, false, false, true, false}))
                .isFalse();
        assertThat(certificate.holds(new boolean[] {true, false, true, true, true}))
                .isFalse();
    }

    @Test
    void ofEnd_margin_needsNothingOfThePast() {
        assertThat(Certificate.ofEnd(2, 2).winner()).isEqualTo(Color.BLACK);
        assertThat(Certificate.ofEnd(1, 2).winner()).isEqualTo(Color.WHITE);
        assertThat(Certificate.ofEnd(1, 2).length()).isZero();
    }

    @Test
    void union_lists_isAscendingWithoutDoubles() {
        assertThat(Certificate.union(new int[] {1, 3, 5}, new int[] {2, 3, 9})).containsExactly(1, 2, 3, 5, 9);
        assertThat(Certificate.union(new int[] {}, new int[] {2})).containsExactly(2);
        assertThat(Certificate.union(new int[] {2}, new int[] {})).containsExactly(2);
    }

    @Test
    void without_position_takesOutThatAlone() {
        assertThat(Certificate.without(new int[] {1, 3, 5}, 3)).containsExactly(1, 5);
        assertThat(Certificate.without(new int[] {1, 3, 5}, 4)).containsExactly(1, 3, 5);
    }

    @Test
    void table_full_forgetsTheOldestOfTheSameState() {
        TranspositionTable table = new TranspositionTable(2, Long.MAX_VALUE);
        for (int threshold = 0; threshold <= TranspositionTable.MAX_PER_STATE; threshold++) {
            table.add(1, certificate(Color.WHITE, threshold));
        }

        assertThat(table.count()).isEqualTo(TranspositionTable.MAX_PER_STATE);
        assertThat(table.of(1)[0].threshold()).isEqualTo(1);
        assertThat(table.find(1, 0, new boolean[] {false, false, true, false, false}))
                .isSameAs(Certificate.NONE);
        assertThat(table.find(1, 1, new boolean[] {false, false, true, false, false}))
                .isSameAs(table.of(1)[0]);
    }

    @Test
    void table_noBytes_keepsNothing() {
        TranspositionTable table = new TranspositionTable(1, 0);

        table.add(0, certificate(Color.BLACK, 0));

        assertThat(table.count()).isZero();
    }
}
