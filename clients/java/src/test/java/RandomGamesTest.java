import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.RunningServer;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.Timestep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Compiles, runs and tests {@code examples/java/RandomGames.java}. */
@ResourceLock(Resources.SYSTEM_OUT)
class RandomGamesTest {
    private static final Path EXAMPLE = Path.of("../../examples/java/RandomGames.java");
    private static final Path PAGE = Path.of("../../docs/guide/java.md");

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    @Test
    void playSession_seed_determinesTheGame() {
        Timestep end = RandomGames.playSession(SERVER.client(), 7);

        assertThat(end.endReason()).isEqualTo(EndReason.PASSES);
        assertThat(end.moveNumber()).isBetween(2, 164); // Two passes may be drawn in a row.
        assertThat(RandomGames.playSession(SERVER.client(), 7).stateHash()).isEqualTo(end.stateHash());
        assertThat(RandomGames.playSession(SERVER.client(), 8).stateHash()).isNotEqualTo(end.stateHash());
    }

    @Test
    @Tag("full")
    void playBatch_allLanes_areOver() {
        LaneRows ends = RandomGames.playBatch(SERVER.client(), 7);

        assertThat(ends.rowCount()).isEqualTo(1000);
        for (int row = 0; row < ends.rowCount(); row++) {
            assertThat(ends.isOver(row)).isTrue();
        }
    }

    @Test
    void main_asShown_printsTheResults() {
        PrintStream standardOutput = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            RandomGames.main(new String[] {SERVER.address()});
        } finally {
            System.setOut(standardOutput);
        }

        List<String> lines = output.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("Rejected as expected: OCCUPIED, field action: action ");
        assertThat(lines.get(1)).matches("Session: PASSES after \\d+ moves, [BW]\\+\\d+\\.5");
        assertThat(lines.get(2)).matches("Batch: Black wins \\d+ of 1000 games");
    }

    /** The first program of the page is part of the example. */
    @Test
    void page_program_isInTheExample() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + "```java\n".length();
        String program = page.substring(start, page.indexOf("```", start)).strip();

        assertThat(Files.readString(EXAMPLE).replaceAll("(?m)^ +", "")).contains(program.replaceAll("(?m)^ +", ""));
    }
}
