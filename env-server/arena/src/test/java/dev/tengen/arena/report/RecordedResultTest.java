package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecordedResultTest {
    private static String text(Winner winner, String sgf) {
        return RecordedResult.text(new StoredResult(new GameId("cup", 0), winner, "PASSES", 0, sgf, Instant.EPOCH));
    }

    @Test
    void text_ofARecord_isItsResult() {
        assertThat(text(Winner.WHITE, "(;GM[1]FF[4]SZ[9]RE[W+12.5])")).isEqualTo("W+12.5");
        assertThat(text(Winner.BLACK, "(;GM[1]FF[4]SZ[9]RE[B+R];B[aa])")).isEqualTo("B+R");
    }

    @Test
    void text_withoutAResultInTheRecord_namesTheWinner() {
        assertThat(text(Winner.BLACK, "(;GM[1]FF[4]SZ[9])")).isEqualTo("B+");
        assertThat(text(Winner.WHITE, "")).isEqualTo("W+");
        assertThat(text(Winner.DRAW, "no record")).isEqualTo("Draw");
        assertThat(text(Winner.VOID, "")).isEqualTo("Void");
    }
}
