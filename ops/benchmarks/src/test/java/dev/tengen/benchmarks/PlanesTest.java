package dev.tengen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlanesTest {
    @Test
    void unpack_rowsWithPadding_areBitsOneAfterAnother() {
        ByteBuffer rows = ByteBuffer.wrap(new byte[] {(byte) 0xA0, (byte) 0xC0, 0x01, 0x40});

        byte[] bits = new Planes().unpack(rows, 2, 2, 10);

        assertThat(Arrays.copyOf(bits, 20)).containsExactly(1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1);
    }

    @Test
    void draw_masksOfSeveralWords_isEachLegalActionAboutAsOften() {
        int byteCount = 11;
        byte[] masks = new byte[2 * byteCount];
        for (int action : new int[] {0, 63, 64, 81}) {
            masks[action >>> 3] |= (byte) (0x80 >>> (action & 7));
        }
        masks[byteCount + (80 >>> 3)] |= (byte) 0x80;
        int[] counts = new int[88];
        int[] actions = new int[2];
        Planes planes = new Planes();
        SplittableRandom random = new SplittableRandom(1);

        for (int i = 0; i < 40_000; i++) {
            planes.draw(ByteBuffer.wrap(masks), byteCount, random, actions);
            counts[actions[0]]++;
            assertThat(actions[1]).isEqualTo(80);
        }

        for (int action : new int[] {0, 63, 64, 81}) {
            assertThat(counts[action]).isBetween(9_500, 10_500);
        }
    }
}
