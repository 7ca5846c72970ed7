package dev.tengen.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import org.junit.jupiter.api.Test;

class CapacityCommandTest {
    private static JsonNode capacity(String... options) throws Exception {
        String[] command = new String[options.length + 2];
        command[0] = "capacity";
        command[1] = "--json";
        System.arraycopy(options, 0, command, 2, options.length);
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        return new ObjectMapper().readTree(run.lines().get(0)).get("capacity");
    }

    @Test
    void capacity_text_hasARowForEachSize() {
        CommandRun run = CommandRun.of("capacity", "--heap-megabytes", "512", "--size", "9,13x7");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.lines()).hasSize(8);
        assertThat(run.lines().get(0))
                .isEqualTo("heap 512 MB, of which clients may reserve 278 MB; encodings alphazero-17");
        assertThat(run.lines().get(1))
                .matches("default limits: 10,000 sessions, [0-9]{2},[0-9]{3} lanes, [0-9],[0-9]{3},[0-9]{3} nodes,"
                        + " 10,000 trees");
        assertThat(run.lines().get(3)).matches(" +9x9 +243 .*");
        assertThat(run.lines().get(4)).matches(" +13x7 +273 .*");
        assertThat(run.lines().get(5)).isEqualTo("one principal, which may reserve 139 MB:");
        assertThat(run.lines().get(6)).matches(" +9x9 +243 .*");
    }

    @Test
    void capacity_twiceTheBudget_isTwiceAsMuch() throws Exception {
        JsonNode small = capacity("--heap-megabytes", "548", "--size", "19");
        JsonNode large = capacity("--heap-megabytes", "1048", "--size", "19");

        for (String count : new String[] {"session_count", "lane_count", "node_count", "tree_count"}) {
            assertThat(large.get(count).asLong() - 2 * small.get(count).asLong())
                    .as(count)
                    .isBetween(0L, 2L);
        }
        assertThat(small.get("session_count").asLong())
                .isEqualTo((500L << 20)
                        * 60
                        / 100
                        * 90
                        / 100
                        / small.get("session_bytes").asLong());
    }

    @Test
    void capacity_encodings_makeLanesLarger() throws Exception {
        JsonNode bare = capacity("--heap-megabytes", "512", "--size", "19", "--encodings", "none");
        JsonNode encoded = capacity("--heap-megabytes", "512", "--size", "19", "--encodings", "katago-v7", "--floats");

        // A float32 observation of 22 planes, and as much again for the answer.
        assertThat(encoded.get("lane_bytes").asLong() - bare.get("lane_bytes").asLong())
                .isGreaterThan(2 * 22 * 361 * 4);
        assertThat(encoded.get("session_bytes")).isEqualTo(bare.get("session_bytes"));
    }

    @Test
    void capacity_encodingTwice_isAUsageError() {
        CommandRun run = CommandRun.of("capacity", "--encodings", "tactical,tactical");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("encodings with \"tactical\" twice is not a list of different encodings");
    }
}
