package dev.tengen.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.Seat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How clients share permits. */
class PermitPoolTest {
    private static final Principal ANN = new Principal("ann", Role.AGENT);
    private static final Principal BOB = new Principal("bob", Role.ORCHESTRATOR);
    private static final Principal ROOT = new Principal("root", Role.OPERATOR);

    private final Quotas quotas = Quotas.defaults(1000);
    private final PermitPool pool = new PermitPool(quotas, QuotaKind.SOCKETS, 8);

    private static List<PermitPool.Permit> takeAll(PermitPool pool, Principal principal, String address) {
        List<PermitPool.Permit> taken = new ArrayList<>();
        try {
            while (true) {
                Optional<PermitPool.Permit> permit = pool.tryAcquire(principal, address);
                if (permit.isEmpty()) {
                    return taken;
                }
                taken.add(permit.get());
            }
        } catch (CallException e) {
            assertThat(e.reason()).isEqualTo(Reason.QUOTA_EXCEEDED);
            return taken;
        }
    }

    @Test
    void tryAcquire_byPrincipals_leavesHalfForOthers() {
        assertThat(takeAll(pool, ANN, "1")).hasSize(4);
        assertThat(takeAll(pool, ANN, "2")).isEmpty();
        assertThat(takeAll(pool, BOB, "1")).hasSize(4);
        assertThat(pool.usedCount()).isEqualTo(8);
        assertThat(quotas.of(ANN).used(QuotaKind.SOCKETS)).isEqualTo(4);
        assertThat(quotas.refusalCount(QuotaKind.SOCKETS)).isEqualTo(3);
    }

    @Test
    void tryAcquire_withoutAuthentication_leavesAQuarterForOtherAddresses() {
        assertThat(takeAll(pool, Principal.LOCAL, "10.0.0.1")).hasSize(6);
        assertThat(takeAll(pool, Principal.LOCAL, "10.0.0.2")).hasSize(2);
        assertThat(takeAll(pool, ROOT, "10.0.0.3")).isEmpty();
    }

    /** An owner who opened many sessions with seats once got as many parts. */
    @Test
    void tryAcquire_bySeats_takesFromThePartOfTheOwner() {
        List<PermitPool.Permit> taken = new ArrayList<>();
        for (int session = 1; session <= 10; session++) {
            for (Seat.Place place : Seat.Place.values()) {
                taken.addAll(takeAll(pool, Principal.at(new Seat("session", place, ANN), session), "1"));
            }
        }

        assertThat(taken).hasSize(4);
        assertThat(quotas.of(ANN).used(QuotaKind.SOCKETS)).isEqualTo(4);
        assertThat(takeAll(pool, ANN, "1")).isEmpty();

        taken.forEach(PermitPool.Permit::close);

        assertThat(pool.usedCount()).isZero();
        assertThat(quotas.of(ANN).used(QuotaKind.SOCKETS)).isZero();
    }

    @Test
    void tryAcquire_bySeatsOfAnOperator_leavesHalf() {
        assertThat(takeAll(pool, Principal.at(new Seat("session", Seat.Place.SPECTATOR, ROOT), 1), "1"))
                .hasSize(4);
        assertThat(takeAll(pool, ROOT, "1")).hasSize(4);
    }

    @Test
    void tryAcquire_bySeatsWithoutAuthentication_countsForTheAddress() {
        Principal seat = Principal.at(new Seat("session", Seat.Place.SPECTATOR, Principal.LOCAL), 1);

        assertThat(takeAll(pool, seat, "10.0.0.1")).hasSize(6);
        assertThat(takeAll(pool, Principal.LOCAL, "10.0.0.1")).isEmpty();
    }

    @Test
    void tryAcquire_byAnOperator_mayTakeAll() {
        assertThat(takeAll(pool, ROOT, "1")).hasSize(8);
    }

    @Test
    void close_givesBackOnce() {
        List<PermitPool.Permit> taken = takeAll(pool, ANN, "1");

        taken.forEach(PermitPool.Permit::close);
        taken.forEach(PermitPool.Permit::close);

        assertThat(pool.usedCount()).isZero();
        assertThat(quotas.of(ANN).used(QuotaKind.SOCKETS)).isZero();
        assertThat(takeAll(pool, ANN, "1")).hasSize(4);
    }

    @Test
    void tryAcquire_beyondAQuotaOfTheFile_isRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("quotas"), "ann sockets=1\n");
        try (Quotas own = Quotas.open(Optional.of(file), 1000)) {
            PermitPool small = new PermitPool(own, QuotaKind.SOCKETS, 8);

            assertThat(takeAll(small, ANN, "1")).hasSize(1);
            assertThat(catchThrowableOfType(CallException.class, () -> small.tryAcquire(ANN, "1"))
                            .getMessage())
                    .startsWith("the quota sockets of this principal is 1");
            assertThat(own.of(ANN).used(QuotaKind.SOCKETS)).isEqualTo(1);
        }
    }
}
