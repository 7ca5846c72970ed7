package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlaneBitsTest {
    private static final byte UNTOUCHED = 0x55;

    /** The slow version: a string of zeros and ones. */
    private static byte[] pack(String bits) {
        byte[] bytes = new byte[(bits.length() + 7) / 8];
        for (int i = 0; i < bits.length(); i++) {
            if (bits.charAt(i) == '1') {
                bytes[i / 8] |= (byte) (0x80 >> i % 8);
            }
        }
        return bytes;
    }

    private static String bitsOf(PointSet points) {
        StringBuilder bits = new StringBuilder();
        for (int point = 0; point < points.grid().pointCount(); point++) {
            bits.append(points.contains(point) ? '1' : '0');
        }
        return bits.toString();
    }

    private static PointSet randomSet(Grid grid, Random random) {
        PointSet points = new PointSet(grid);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (random.nextBoolean()) {
                points.add(point);
            }
        }
        return points;
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.testing.Grids#atWordEnds")
    void append_manyRandomPlanesSeed1_agreesWithStringOfBits(Grid grid) {
        Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            byte[] bytes = new byte[30 * 625 / 8];
            Arrays.fill(bytes, UNTOUCHED);
            int offset = random.nextInt(5);
            PlaneBits planes = new PlaneBits(bytes, offset);
            StringBuilder expected = new StringBuilder();

            for (int plane = 0; plane < 1 + random.nextInt(25); plane++) {
                PointSet points = randomSet(grid, random);
                if (random.nextInt(4) > 0) {
                    planes.append(points);
                    expected.append(bitsOf(points));
                } else {
                    planes.appendComplement(points);
                    PointSet others = new PointSet(grid);
                    others.fill();
                    others.removeAll(points);
                    expected.append(bitsOf(others));
                }
            }
            planes.finish();

            byte[] packed = pack(expected.toString());
            assertThat(Arrays.copyOfRange(bytes, offset, offset + packed.length))
                    .isEqualTo(packed);
            assertThat(bytes[offset + packed.length]).isEqualTo(UNTOUCHED);
        }
    }

    /** Constant runs of every length up to four words, after every number of pending bits. */
    @Test
    void append_constantsOfEveryLengthAtEveryBit_agreesWithStringOfBits() {
        byte[] bytes = new byte[64];
        for (int before = 0; before < Long.SIZE; before++) {
            for (int count = 0; count <= 4 * Long.SIZE; count++) {
                Arrays.fill(bytes, UNTOUCHED);
                PlaneBits planes = new PlaneBits(bytes, 0);

                planes.append(false, before);
                planes.append(true, count);
                planes.append(false, 1);
                planes.append(true, 2);
                planes.finish();

                byte[] packed = pack("0".repeat(before) + "1".repeat(count) + "011");
                assertThat(Arrays.copyOf(bytes, packed.length)).isEqualTo(packed);
            }
        }
    }

    /** Parts of a string from every bit, of every length up to three words, after every number of pending bits. */
    @Test
    void append_stringFromEveryBitAtEveryBit_agreesWithStringOfBits() {
        Random random = new Random(2);
        long[] string = random.longs(5).toArray();
        StringBuilder all = new StringBuilder();
        for (long word : string) {
            String bits = Long.toBinaryString(word);
            all.append("0".repeat(Long.SIZE - bits.length())).append(bits);
        }
        byte[] bytes = new byte[64];
        for (int before = 0; before < Long.SIZE; before++) {
            for (int count = 1; count <= 3 * Long.SIZE; count++) {
                int from = random.nextInt(Long.SIZE);
                PlaneBits planes = new PlaneBits(bytes, 0);

                planes.append(true, before);
                planes.append(string, from, count);
                planes.append(true, 3);
                planes.finish();

                byte[] packed = pack("1".repeat(before) + all.substring(from, from + count) + "111");
                assertThat(Arrays.copyOf(bytes, packed.length)).isEqualTo(packed);
            }
        }
    }

    @Test
    void append_nothing_writesNothing() {
        byte[] bytes = {UNTOUCHED};
        PlaneBits planes = new PlaneBits(bytes, 0);

        planes.append(true, 0);
        planes.finish();

        assertThat(bytes).containsExactly(UNTOUCHED);
    }

    @Test
    void finish_partOfAByte_padsItWithZeros() {
        byte[] bytes = {-1, UNTOUCHED};
        PlaneBits planes = new PlaneBits(bytes, 0);

        planes.append(true, 3);
        planes.finish();

        assertThat(bytes).containsExactly(0b1110_0000, UNTOUCHED);
    }

    @Test
    void finish_wholeBytes_addsNone() {
        byte[] bytes = {UNTOUCHED, UNTOUCHED};
        PlaneBits planes = new PlaneBits(bytes, 0);

        planes.append(true, 8);
        planes.finish();

        assertThat(bytes).containsExactly(0xFF, UNTOUCHED);
    }

    @Test
    void append_afterFinishAndStart_beginsAtAWholeByte() {
        byte[] bytes = new byte[2];
        PlaneBits planes = new PlaneBits(bytes, 0);
        planes.append(true, 3);
        planes.finish();

        planes.startAt(bytes, 1);
        planes.append(true, 1);
        planes.finish();

        assertThat(bytes).containsExactly(0b1110_0000, 0b1000_0000);
    }
}
