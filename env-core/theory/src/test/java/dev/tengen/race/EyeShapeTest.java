package dev.tengen.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EyeShapeTest {
    @ParameterizedTest(name = "{0} points")
    @CsvSource({"0, 0, 0", "1, 1, 1", "2, 2, 1", "3, 3, 1", "4, 5, 4", "5, 8, 5", "6, 12, 6", "7, 17, 7"})
    void liberties_emptyEye_isAsMuellerCounts(int area, int liberties, int rank) {
        EyeShape shape = new EyeShape(area, 0);

        assertThat(shape.liberties()).isEqualTo(liberties);
        assertThat(shape.rank()).isEqualTo(rank);
    }

    @Test
    void new_countOutOfRange_isRefused() {
        assertThatThrownBy(() -> new EyeShape(2, 3)).hasMessage("stones 3 is outside [0, 2]");
        assertThatThrownBy(() -> new EyeShape(2, -1)).hasMessage("stones -1 is outside [0, 2]");
    }

    @Test
    void liberties_stonesInside_areSoManyLess() {
        assertThat(new EyeShape(6, 3).liberties()).isEqualTo(9);
    }

    @ParameterizedTest(name = "{0} points, {1} stones")
    @CsvSource({
        "0, 0, true",
        "1, 0, true",
        "2, 1, true",
        "3, 2, true",
        "3, 3, false",
        "4, 2, true",
        "4, 3, false",
        "7, 6, false"
    })
    void isCounted_allPointsButOneFilled_onlyInSmallEyes(int area, int stones, boolean isCounted) {
        assertThat(new EyeShape(area, stones).isCounted()).isEqualTo(isCounted);
    }

    @Test
    void new_eightPoints_isRefused() {
        assertThatThrownBy(() -> new EyeShape(8, 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("area 8 is outside [0, 7]");
    }
}
