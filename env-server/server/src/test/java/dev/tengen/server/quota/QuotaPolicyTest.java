package dev.tengen.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaPolicyTest {
    private static final Principal ANN = new Principal("ann", Role.AGENT);
    private static final Principal BOB = new Principal("bob", Role.AGENT);

    @TempDir
    private Path folder;

    @Test
    void parse_linesOfRolesAndNames_changeTheDefaults() throws IOException {
        QuotaPolicy policy = QuotaPolicy.parse("""
                # Everybody
                role:agent sessions=10 memory_bytes=25%

                ann sessions=20 calls_per_second=unlimited
                """, 4000);

        assertThat(policy.limit(BOB, QuotaKind.SESSIONS)).isEqualTo(10);
        assertThat(policy.limit(ANN, QuotaKind.SESSIONS)).isEqualTo(20);
        assertThat(policy.limit(ANN, QuotaKind.MEMORY_BYTES)).isEqualTo(1000);
        assertThat(policy.limit(ANN, QuotaKind.CALLS_PER_SECOND)).isEqualTo(QuotaPolicy.UNLIMITED);
        assertThat(policy.limit(BOB, QuotaKind.CALLS_PER_SECOND)).isEqualTo(20_000);
        assertThat(policy.limit(Principal.LOCAL, QuotaKind.MEMORY_BYTES)).isEqualTo(QuotaPolicy.UNLIMITED);
    }

    /**
     * The page lists what quotas count. What it does not list, such as the time of analyses and players, they do not
     * count.
     */
    @Test
    void kinds_all_areThoseOfThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/operations/security.md"));
        String table = page.substring(page.indexOf("## Quotas"), page.indexOf("Operators have none."));

        assertThat(table.lines()
                        .filter(line -> line.startsWith("| `"))
                        .flatMap(line -> Arrays.stream(line.split("\\|")[1].split(",")))
                        .map(name -> name.strip().replace("`", "")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(QuotaKind.values()).map(QuotaKind::text).toList());
    }

    @Test
    void parse_malformedLine_throwsWithItsNumber() {
        for (String line : List.of(
                "role:king sessions=1",
                "ann sessions",
                "ann sessions=-1",
                "ann sessions=1=2",
                "ann sessions=10%",
                "ann memory_bytes=101%",
                "ann games=1",
                "local sessions=1")) {
            assertThatThrownBy(() -> QuotaPolicy.parse("# first\n" + line, 1000))
                    .as(line)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "line 2 is not \"NAME KIND=NUMBER ...\" or \"role:ROLE KIND=NUMBER ...\": ");
        }
    }

    @Test
    void reserve_beyondTheLimit_throwsAndNamesWhatIsFree() throws IOException {
        Path file = Files.writeString(folder.resolve("quotas"), "ann sessions=3\n");
        try (Quotas quotas = Quotas.open(Optional.of(file), 1000)) {
            PrincipalUsage ann = quotas.of(ANN);
            ann.reserve(QuotaKind.SESSIONS, 2);

            assertThatThrownBy(() -> ann.reserve(QuotaKind.SESSIONS, 2))
                    .isInstanceOfSatisfying(CallException.class, error -> {
                        assertThat(error.reason()).isEqualTo(Reason.QUOTA_EXCEEDED);
                        assertThat(error)
                                .hasMessage("the quota sessions of this principal is 3, of which 1 are free, and this"
                                        + " needs 2; close what you no longer use, or ask for less");
                    });

            assertThat(ann.used(QuotaKind.SESSIONS)).isEqualTo(2);
            assertThat(quotas.refusalCount(QuotaKind.SESSIONS)).isEqualTo(1);
            ann.release(QuotaKind.SESSIONS, 2);
            assertThat(ann.used(QuotaKind.SESSIONS)).isZero();
        }
    }

    @Test
    void reserve_aRate_isFreeAgainLater() throws IOException {
        Path file = Files.writeString(folder.resolve("quotas"), "ann calls_per_second=5\n");
        try (Quotas quotas = Quotas.open(Optional.of(file), 1000)) {
            PrincipalUsage ann = quotas.of(ANN);
            ann.reserve(QuotaKind.CALLS_PER_SECOND, 5);

            assertThat(ann.tryReserve(QuotaKind.CALLS_PER_SECOND, 5)).isFalse();
            await().forever().until(() -> ann.tryReserve(QuotaKind.CALLS_PER_SECOND, 5));
        }
    }

    @Test
    void file_thatChanges_countsFromThenOn() throws IOException {
        Path file = Files.writeString(folder.resolve("quotas"), "ann lanes=1\n");
        try (Quotas quotas = Quotas.open(Optional.of(file), 1000)) {
            assertThat(quotas.of(ANN).tryReserve(QuotaKind.LANES, 2)).isFalse();

            Files.writeString(file, "ann lanes=2\n");

            await().forever().until(() -> quotas.of(ANN).tryReserve(QuotaKind.LANES, 2));
        }
    }
}
