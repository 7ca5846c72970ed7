package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.race.RaceResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTableTest {
    @ParameterizedTest(name = "{0} to {2}, {1} shared, eyes {3} and {4}")
    @CsvSource({
        "3, 0, 3, 0, 0, BLACK_CAPTURES, WHITE_CAPTURES",
        "2, 2, 2, 0, 0, SEKI, SEKI",
        "2, 2, 3, 0, 0, SEKI, WHITE_CAPTURES",
        "2, 2, 4, 0, 0, WHITE_CAPTURES, WHITE_CAPTURES",
        "1, 3, 3, 0, 0, SEKI, WHITE_CAPTURES",
        "1, 3, 4, 0, 0, WHITE_CAPTURES, WHITE_CAPTURES",
        "0, 1, 0, 0, 0, BLACK_CAPTURES, WHITE_CAPTURES",
        "3, 1, 3, 1, 1, SEKI, SEKI",
        "4, 1, 3, 1, 1, BLACK_CAPTURES, SEKI",
        "5, 1, 3, 1, 1, BLACK_CAPTURES, BLACK_CAPTURES",
        "2, 2, 4, 1, 0, BLACK_CAPTURES, WHITE_CAPTURES",
        "2, 2, 5, 1, 0, WHITE_CAPTURES, WHITE_CAPTURES",
        "2, 2, 3, 1, 0, BLACK_CAPTURES, BLACK_CAPTURES",
        "5, 1, 6, 4, 4, SEKI, WHITE_CAPTURES",
        "9, 0, 8, 1, 5, BLACK_CAPTURES, BLACK_CAPTURES"
    })
    void result_knownRaces_isTheKnownOne(
            int black,
            int shared,
            int white,
            int blackRank,
            int whiteRank,
            RaceResult blackFirst,
            RaceResult whiteFirst) {
        int lead = black - white;

        assertThat(DecisionTable.result(lead, shared, blackRank, whiteRank, Color.BLACK))
                .isEqualTo(blackFirst);
        assertThat(DecisionTable.result(lead, shared, blackRank, whiteRank, Color.WHITE))
                .isEqualTo(whiteFirst);
    }

    @Test
    void result_colorsExchanged_isExchanged() {
        for (int lead = -5; lead <= 5; lead++) {
            for (int shared = 0; shared <= 4; shared++) {
                for (int ranks = 0; ranks < 25; ranks++) {
                    RaceResult result = DecisionTable.result(lead, shared, ranks / 5, ranks % 5, Color.BLACK);

                    RaceResult exchanged = DecisionTable.result(-lead, shared, ranks % 5, ranks / 5, Color.WHITE);

                    assertThat(exchanged).isEqualTo(result.swapped());
                }
            }
        }
    }
}
