package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.SessionStore.OwnershipListener;
import dev.tengen.server.session.StoredSession;
import dev.tengen.server.session.StoredState;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreUrl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two servers that share a store and get too little processor time: answers come later than clients wait for them, and
 * heartbeats later than leases last. A session was handed back and forth 419 times in 590 steps. Time is simulated, and
 * heartbeats come when the test says.
 */
@Tag("full")
class StarvedReplicasTest {
    private static final String ID = "s";
    private static final int ROUND_COUNT = 60;
    private static final Duration ROUND = Duration.ofMillis(100);

    /** The clock of the database is real, so leases are long: a busy machine does not make them lapse. */
    private static final Duration SHORT_LEASE = Duration.ofSeconds(25);

    private static final Duration LONG_LEASE = Duration.ofMinutes(1);
    private static final EnvironmentSpec SPEC = EnvironmentSpec.of(Grid.square(3), Rules.TROMP_TAYLOR);

    private final String url = PostgresCluster.get().newDatabase();
    private final AtomicLong now = new AtomicLong();
    private final List<Replica> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(replica -> replica.store.close());
    }

    /** Runs the heartbeats of a server when the test says. */
    private static final class ManualHeartbeats extends ScheduledThreadPoolExecutor {
        private Runnable heartbeat = () -> {};

        ManualHeartbeats() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
            heartbeat = command;
            return super.schedule(() -> {}, 0, unit);
        }
    }

    /** A server, which hands over its sessions as soon as a heartbeat says that they are wanted. */
    private final class Replica implements OwnershipListener {
        final String address;
        final ManualHeartbeats heartbeats = new ManualHeartbeats();
        final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        final DatabaseSessionStore store;

        Replica(String address, SharingSettings settings) {
            this.address = address;
            store = DatabaseSessionStore.open(
                    StoreUrl.parse(url),
                    Optional.of(address),
                    settings,
                    new Membership.Timing(now::get, heartbeats),
                    List.of(),
                    Optional.of(meters));
            store.setListener(this);
        }

        @Override
        public void wanted(List<StoredSession> sessions) {
            sessions.forEach(session -> store.release(session.id()).join());
        }

        @Override
        public void seated(List<StoredSession> sessions) {
            // Sessions have no seats here.
        }

        @Override
        public void lost() {
            // Nothing is in memory.
        }

        int count(String name) {
            return (int) meters.get("tengen.store." + name).counter().count();
        }
    }

    private void start(SharingSettings settings) {
        replicas.add(new Replica("server-0:9019", settings));
        replicas.add(new Replica("server-1:9019", settings));
        replicas.get(0)
                .store
                .add(
                        new StoredSession(ID, 1, Principal.LOCAL, Duration.ofHours(1), Set.of(), RequestKey.NONE, ""),
                        new StoredState(
                                0,
                                RequestKey.NONE,
                                SPEC,
                                RulesPreset.TROMP_TAYLOR,
                                new Environment(SPEC, 1).snapshot()))
                .join();
    }

    /**
     * Calls {@code called} for a client whose call to {@code slow} has run out of time, again after a heartbeat of
     * {@code slow}, and returns whether {@code called} has the session then.
     */
    private static boolean isTaken(Replica called, Replica slow) {
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                called.store.load(ID, Set.of(slow.address)).orElseThrow();
                return true;
            } catch (CallException e) {
                assertThat(e.reason()).isEqualTo(Reason.SESSION_ELSEWHERE);
                slow.heartbeats.heartbeat.run();
            }
        }
        return false;
    }

    /**
     * Lets the server that has the session answer too late in each round, so that the client asks the other one, and
     * returns how often it moves.
     */
    private int movesWithLateAnswers(SharingSettings settings) {
        start(settings);
        int owner = 0;
        for (int round = 0; round < ROUND_COUNT; round++) {
            now.addAndGet(ROUND.toNanos());
            if (isTaken(replicas.get(1 - owner), replicas.get(owner))) {
                owner = 1 - owner;
            }
        }
        int takeovers = replicas.stream()
                .mapToInt(replica -> replica.count("takeovers"))
                .sum();
        assertThat(replicas.stream()
                        .mapToInt(replica -> replica.count("handovers"))
                        .sum())
                .isEqualTo(takeovers);
        return takeovers;
    }

    @Test
    void lateAnswers_withoutAStay_moveTheSessionInEachRound() {
        assertThat(movesWithLateAnswers(new SharingSettings(LONG_LEASE, Duration.ZERO)))
                .isEqualTo(ROUND_COUNT);
    }

    @Test
    void lateAnswers_withAStay_moveTheSessionOnlyWhenItIsOver() {
        Duration stay = SharingSettings.DEFAULT.stay();

        // It is handed over at once first, and then each time that the stay is over: two seconds, in rounds of a tenth.
        int expected = 1 + (ROUND_COUNT - 1) / (int) stay.dividedBy(ROUND);
        assertThat(movesWithLateAnswers(new SharingSettings(LONG_LEASE, stay))).isEqualTo(expected);
    }

    /**
     * Lets heartbeats come {@code late} in each round, with a call to the other server meanwhile; returns the
     * take-overs.
     */
    private int movesWithLateHeartbeats(SharingSettings settings, Duration late) {
        start(settings);
        int owner = 0;
        for (int round = 0; round < 10; round++) {
            Replica slow = replicas.get(owner);
            Replica called = replicas.get(1 - owner);
            slow.heartbeats.heartbeat.run();
            called.heartbeats.heartbeat.run();
            PostgresCluster.execute(
                    url,
                    "UPDATE servers SET lease_until = lease_until - " + late.toMillis() + " WHERE address = '"
                            + slow.address + "'");
            try {
                called.store.load(ID, Set.of()).orElseThrow();
                owner = 1 - owner;
            } catch (CallException e) {
                assertThat(e.reason()).isEqualTo(Reason.SESSION_ELSEWHERE);
            }
        }
        return replicas.stream().mapToInt(replica -> replica.count("takeovers")).sum();
    }

    @Test
    void lateHeartbeats_afterTheLease_moveTheSessionInEachRound() {
        SharingSettings settings = new SharingSettings(SHORT_LEASE, SharingSettings.DEFAULT.stay());

        assertThat(movesWithLateHeartbeats(settings, SHORT_LEASE.plusSeconds(1)))
                .isEqualTo(10);
    }

    @Test
    void lateHeartbeats_withALongerLease_leaveTheSessionWhereItIs() {
        SharingSettings settings = new SharingSettings(LONG_LEASE, SharingSettings.DEFAULT.stay());

        assertThat(movesWithLateHeartbeats(settings, SHORT_LEASE.plusSeconds(1)))
                .isZero();
    }
}
