package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client of two servers that share a store: it follows sessions, and moves them away from servers that fail. */
class ReplicasTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private FakeReplica first;
    private FakeReplica second;
    private TengenClient client;
    private TengenSession session;

    @BeforeEach
    void open() throws IOException {
        // The first calls of a server that has just started may take longer than a client waits.
        SERVER.client().createSession(SessionSpec.of(3, 3)).step(0);
        first = new FakeReplica(SERVER.address(), owners);
        second = new FakeReplica(SERVER.address(), owners);
        client = connect(first.address() + "," + second.address());
        session = client.createSession(SessionSpec.builder(3, 3).seed(1).build());
    }

    @AfterEach
    void close() {
        client.close();
        first.close();
        second.close();
    }

    private static TengenClient connect(String address) {
        return TengenClient.connect(address, TIMEOUT, ConnectionSecurity.NONE, PATIENCE);
    }

    private FakeReplica owner() {
        return first.address().equals(owners.get(session.sessionId())) ? first : second;
    }

    private FakeReplica other() {
        return owner() == first ? second : first;
    }

    private void move() {
        owners.put(session.sessionId(), other().address());
    }

    @Test
    void step_sessionMoved_followsWithoutReport() {
        move();

        Timestep timestep = session.step(4, 0);

        assertThat(timestep.moveNumber()).isEqualTo(1);
        assertThat(first.reports()).isEmpty();
        assertThat(second.reports()).isEmpty();
    }

    @Test
    void step_asyncSessionMoved_follows() {
        move();

        assertThat(session.async().step(4).join().moveNumber()).isEqualTo(1);
    }

    @Test
    void step_ownerGone_otherTakesSession() {
        FakeReplica gone = owner();
        FakeReplica heir = other();
        gone.close();

        Timestep timestep = session.step(4, 0);

        assertThat(timestep.moveNumber()).isEqualTo(1);
        assertThat(owners).containsEntry(session.sessionId(), heir.address());
        assertThat(heir.reports()).containsExactly(gone.address());
    }

    @Test
    void step_ownerSilent_goesToOtherAfterPatienceAndActsOnce() {
        FakeReplica silent = owner();
        FakeReplica heir = other();
        silent.become(FakeReplica.Health.SILENT);

        long start = System.nanoTime();
        Timestep timestep = session.step(4, 0);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);

        assertThat(timestep.moveNumber()).isEqualTo(1);
        assertThat(heir.reports()).containsExactly(silent.address());
        assertThat(taken).isGreaterThan(PATIENCE.multipliedBy(9).dividedBy(10));
        assertThat(session.state().actions()).containsExactly(4);
    }

    @Test
    void state_ownerSilent_goesToOther() {
        owner().become(FakeReplica.Health.SILENT);

        assertThat(session.async().state().join().actions()).isEmpty();
    }

    @Test
    void step_ownerWithoutStore_goesToOther() {
        FakeReplica heir = other();
        owner().become(FakeReplica.Health.WITHOUT_STORE);

        session.step(4, 0);

        assertThat(owners).containsEntry(session.sessionId(), heir.address());
    }

    @Test
    void createSession_oneServerGone_opensAtOther() {
        first.close();

        try (TengenClient late = connect(first.address() + "," + second.address())) {
            TengenSession opened = late.createSession(SessionSpec.of(3, 3));
            assertThat(owners).containsEntry(opened.sessionId(), second.address());
        }
    }

    @Test
    void state_ownerSilent_goesToOtherAfterDefaultTime() {
        try (TengenClient hasty =
                TengenClient.connect(first.address() + "," + second.address(), TIMEOUT, ConnectionSecurity.NONE)) {
            TengenSession attached = hasty.attachSession(session.sessionId());
            owner().become(FakeReplica.Health.SILENT);

            long start = System.nanoTime();
            attached.state();
            Duration taken = Duration.ofNanos(System.nanoTime() - start);

            assertThat(taken).isBetween(Duration.ofMillis(350), Duration.ofSeconds(4));
        }
    }

    @Test
    @Tag("full")
    void step_bothGone_failsAfterDeadline() {
        try (TengenClient hasty = TengenClient.connect(
                first.address() + "," + second.address(), Duration.ofSeconds(5), ConnectionSecurity.NONE)) {
            TengenSession attached = hasty.attachSession(session.sessionId());
            first.close();
            second.close();

            TengenException error = catchThrowableOfType(TengenException.class, () -> attached.step(4));

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
        }
    }

    @Test
    void step_ownerHasOtherName_isFoundAmongGivenAddresses() {
        move();
        first.nameOwners("game-0.example:9019");
        second.nameOwners("game-0.example:9019");

        assertThat(session.step(4, 0).moveNumber()).isEqualTo(1);
    }

    @Test
    void step_ownerIsNoGivenAddress_failsAndNamesIt() throws IOException {
        try (FakeReplica third = new FakeReplica(SERVER.address(), owners);
                TengenClient hasty = TengenClient.connect(
                        first.address() + "," + second.address(), Duration.ofSeconds(1), ConnectionSecurity.NONE)) {
            TengenSession attached = hasty.attachSession(session.sessionId());
            owners.put(session.sessionId(), third.address());

            TengenException error = catchThrowableOfType(TengenException.class, () -> attached.step(4));

            assertThat(error.reason()).isEqualTo("SESSION_ELSEWHERE");
            assertThat(error.metadata()).containsEntry("owner", third.address());
            assertThat(owners).containsEntry(session.sessionId(), third.address());
        }
    }

    @Test
    void step_oneAddress_doesNotFollow() {
        try (TengenClient single = connect(owner().address())) {
            TengenSession attached = single.attachSession(session.sessionId());
            move();

            TengenException error = catchThrowableOfType(TengenException.class, () -> attached.step(4));

            assertThat(error.reason()).isEqualTo("SESSION_ELSEWHERE");
        }
    }

    @Test
    void connect_addressTwice_isRejected() {
        assertThatThrownBy(() -> connect("127.0.0.1:1,127.0.0.1:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void arena_severalAddresses_isRejected() {
        assertThatThrownBy(() -> client.arena()).isInstanceOf(IllegalStateException.class);
    }
}
