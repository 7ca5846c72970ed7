package dev.tengen.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code -Dtengen.rewrite=true} writes the table of the documentation again. */
class AuthorizationTableTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "authorization.md");
    private static final String BEGIN = "<!-- authorization: begin -->\n\n";
    private static final String END = "\n<!-- authorization: end -->";

    @Test
    void page_showsTheTable() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);

        if (Boolean.getBoolean("tengen.rewrite")) {
            Files.writeString(PAGE, page.substring(0, begin) + markdown() + page.substring(end));
        } else {
            assertThat(page.substring(begin, end)).isEqualTo(markdown());
        }
    }

    private static String markdown() {
        StringBuilder table = new StringBuilder("| RPC | ")
                .append(Arrays.stream(Role.values()).map(Role::text).collect(Collectors.joining(" | ")))
                .append(" | seat to move | seat waiting | spectator seat |\n|---|---|---|---|---|---|---|---|\n");
        for (AuthorizationTable.Row row : AuthorizationTable.CONTRACT.rows()) {
            table.append("| `").append(row.rpc()).append('`');
            AuthorizationTable.SeatRights seats = row.seats();
            Stream.concat(
                            Arrays.stream(Role.values()).map(row::right),
                            Stream.of(seats.toMove(), seats.waiting(), seats.spectator()))
                    .forEach(right -> table.append(" | ").append(row.needsCredentials() ? right.text() : "everybody"));
            table.append(" |\n");
        }
        return table.toString();
    }

    @Test
    void right_ofOperators_isNeverDenied() {
        assertThat(AuthorizationTable.CONTRACT.rows())
                .allSatisfy(row -> assertThat(row.operator()).isNotEqualTo(Right.NEVER));
    }

    @Test
    void rows_withoutCredentials_areThoseOfTheHealthService() {
        assertThat(AuthorizationTable.CONTRACT.rows())
                .filteredOn(row -> !row.needsCredentials())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.rpc()).startsWith("grpc.health.v1.Health/"));
    }

    @Test
    void right_ofAnRpcWithoutARow_isNever() {
        for (Role role : Role.values()) {
            assertThat(AuthorizationTable.CONTRACT.right(
                            "tengen.v1.EnvironmentService/Planted", new Principal("me", role)))
                    .isEqualTo(Right.NEVER);
        }
    }

    @Test
    void requireRows_withAPlantedRpc_throws() {
        List<String> rpcs = List.of("tengen.v1.EnvironmentService/Step", "tengen.v1.EnvironmentService/Planted");

        assertThatThrownBy(() -> AuthorizationTable.CONTRACT.requireRows(rpcs))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("RPCs without a row in the authorization table: [tengen.v1.EnvironmentService/Planted]");
    }

    @Test
    void with_anRpcThatHasARow_throws() {
        AuthorizationTable.Row second = AuthorizationTable.ofOperators("tengen.v1.EnvironmentService/Step");

        assertThatThrownBy(() -> AuthorizationTable.CONTRACT.with(List.of(second)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("RPC tengen.v1.EnvironmentService/Step has two rows");
    }
}
