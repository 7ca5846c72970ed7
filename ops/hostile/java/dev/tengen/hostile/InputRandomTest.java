package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class InputRandomTest {
    @Test
    void nextInt_smallBound_takesOneByte() {
        InputRandom random = new InputRandom(new byte[] {5, (byte) 255, 7});

        assertThat(random.nextInt(100)).isEqualTo(5);
        assertThat(random.nextInt(10)).isEqualTo(5);
        assertThat(random.nextInt(7)).isZero();
        assertThat(random.isExhausted()).isTrue();
    }

    @Test
    void nextInt_afterTheInput_isInRangeAndDiffers() {
        InputRandom random = new InputRandom(new byte[0]);

        assertThat(random.ints(1000, 0, 3).distinct().toArray()).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void nextLong_sameInput_isTheSame() {
        byte[] input = {1, 2, 3, 4, 5, 6, 7, 8, 9};

        assertThat(new InputRandom(input).nextLong()).isEqualTo(new InputRandom(input).nextLong());
        assertThat(new InputRandom(input).nextLong()).isEqualTo(0x0102030405060708L);
    }

    @Test
    void nextInt_largeBoundAtTheEnd_isInRange() {
        for (int length = 0; length < 6; length++) {
            byte[] input = new byte[length];
            Arrays.fill(input, (byte) -1);

            assertThat(new InputRandom(input).nextInt(1_000_000)).isBetween(0, 999_999);
        }
    }
}
