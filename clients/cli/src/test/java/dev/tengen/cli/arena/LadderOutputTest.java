package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.GetLadderResponse;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LadderTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LadderOutputTest {
    private static String printed(LadderTable.Builder table) {
        StringWriter text = new StringWriter();
        LadderOutput.of(GetLadderResponse.newBuilder().setLadder(table).build()).print(new PrintWriter(text));
        return text.toString();
    }

    /** A ladder after a restart showed 717 games and no rating, without a word. */
    @Test
    void print_gamesWithoutARating_saysThatTheRatingsAreBeingComputed() {
        LadderTable.Builder table = LadderTable.newBuilder()
                .setTournament("ladder")
                .setGameCount(717)
                .addRows(LadderRow.newBuilder().setPlayer("ann"));
        String message = "The ratings are being computed; ask again in a moment.";

        assertThat(printed(table)).contains("ladder: 717 games").contains(message);
        assertThat(printed(table.clone().setGameCount(0))).doesNotContain(message);
        table.getRowsBuilder(0).getRatingBuilder().setElo(12);
        assertThat(printed(table)).contains("+12").doesNotContain(message);
    }
}
