package dev.tengen.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceStatusTest {
    @ParameterizedTest
    @CsvSource({
        "BLACK_CAPTURES, BLACK_CAPTURES, SETTLED_BLACK",
        "BLACK_CAPTURES, SEKI, BLACK_FIRST_ELSE_SEKI",
        "BLACK_CAPTURES, WHITE_CAPTURES, FIRST_PLAYER_CAPTURES",
        "SEKI, SEKI, SEKI",
        "SEKI, WHITE_CAPTURES, WHITE_FIRST_ELSE_SEKI",
        "WHITE_CAPTURES, WHITE_CAPTURES, SETTLED_WHITE"
    })
    void of_resultsOfBothFirstMovers_isOneWord(RaceResult blackFirst, RaceResult whiteFirst, RaceStatus status) {
        assertEquals(status, RaceStatus.of(blackFirst, whiteFirst));
    }

    @Test
    void of_movingFirstDoesHarm_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> RaceStatus.of(RaceResult.WHITE_CAPTURES, RaceResult.BLACK_CAPTURES));
    }

    @ParameterizedTest
    @CsvSource({"BLACK_CAPTURES, WHITE_CAPTURES", "SEKI, SEKI", "WHITE_CAPTURES, BLACK_CAPTURES"})
    void swapped_result_isThatOfTheOtherColor(RaceResult result, RaceResult swapped) {
        assertEquals(swapped, result.swapped());
    }
}
