package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.journal.CallHistory.Call;
import dev.tengen.journal.ReplicaPair.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients of two server processes on one database while the servers are killed, frozen or cut off, one after the other. No call fails, the
 * history of every session is linearizable, and the log reports how long the sessions of the server that failed had no answer.
 *
 * <p>Before each fault, all sessions are at the server that is about to fail, because the other one failed before.
 */
class FailedReplicasTest {
    private static final Logger LOG = Logger.getLogger(FailedReplicasTest.class.getName());
    private static final int CLIENT_COUNT = 16;
    private static final int CLIENTS_PER_SESSION = 2;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    /** How many faults the full runs have, unless the system property {@code tengen.faults} says otherwise. */
    private static final int FULL_COUNT = Integer.getInteger("tengen.faults", 200);

    private static final int SMALL_COUNT = 3;

    /** For how long after a fault an answer may still be on its way. */
    private static final long IN_FLIGHT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How a server fails, and how it comes back. */
    private interface Fault {
        /** Makes {@code replica} fail. */
        void strike(Replica replica) throws Exception;

        /** Makes it work again. */
        void heal(Replica replica) throws Exception;
    }

    private static final Fault KILL = new Fault() {
        @Override
        public void strike(Replica replica) {
            replica.server().kill();
        }

        @Override
        public void heal(Replica replica) throws Exception {
            replica.server().start();
        }
    };

    private static final Fault FREEZE = new Fault() {
        @Override
        public void strike(Replica replica) throws Exception {
            replica.server().freeze();
        }

        @Override
        public void heal(Replica replica) throws Exception {
            replica.server().thaw();
        }
    };

    private static final Fault CUT_FROM_CLIENTS = new Fault() {
        @Override
        public void strike(Replica replica) {
            replica.clients().cut();
        }

        @Override
        public void heal(Replica replica) {
            replica.clients().heal();
        }
    };

    private static final Fault CUT_FROM_DATABASE = new Fault() {
        @Override
        public void strike(Replica replica) {
            replica.database().cut();
        }

        @Override
        public void heal(Replica replica) {
            replica.database().heal();
        }
    };

    @Test
    void owner_killed_losesNothing() throws Exception {
        failAndCheck("kill", KILL, SMALL_COUNT);
    }

    @Test
    void owner_frozenAndThawed_losesNothing() throws Exception {
        failAndCheck("freeze", FREEZE, SMALL_COUNT);
    }

    @Test
    void owner_cutFromClients_losesNothing() throws Exception {
        failAndCheck("cut from clients", CUT_FROM_CLIENTS, SMALL_COUNT);
    }

    @Test
    void owner_cutFromDatabase_losesNothing() throws Exception {
        failAndCheck("cut from database", CUT_FROM_DATABASE, SMALL_COUNT);
    }

    @Test
    @Tag("long")
    void owner_killedOften_losesNothing() throws Exception {
        failAndCheck("kill", KILL, FULL_COUNT);
    }

    @Test
    @Tag("long")
    void owner_frozenAndThawedOften_losesNothing() throws Exception {
        failAndCheck("freeze", FREEZE, FULL_COUNT);
    }

    @Test
    @Tag("long")
    void owner_cutFromClientsOften_losesNothing() throws Exception {
        failAndCheck("cut from clients", CUT_FROM_CLIENTS, FULL_COUNT);
    }

    @Test
    @Tag("long")
    void owner_cutFromDatabaseOften_losesNothing() throws Exception {
        failAndCheck("cut from database", CUT_FROM_DATABASE, FULL_COUNT);
    }

    private static void failAndCheck(String name, Fault fault, int count) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        List<CallHistory> histories = new ArrayList<>();
        List<TengenClient> clients = new ArrayList<>();
        List<Long> takeoverNanos = new ArrayList<>();
        try (ReplicaPair pair = new ReplicaPair()) {
            List<Future<?>> playing = new ArrayList<>();
            for (int i = 0; i < CLIENT_COUNT / CLIENTS_PER_SESSION; i++) {
                CallHistory history = new CallHistory();
                histories.add(history);
                List<RecordingClient> both = open(pair.address(), history, i, clients);
                for (RecordingClient client : both) {
                    playing.add(threads.submit(() -> {
                        while (!isOver.get()) {
                            client.call();
                            TimeUnit.MILLISECONDS.sleep(10);
                        }
                        return null;
                    }));
                }
            }
            for (int i = -1; i < count; i++) {
                TimeUnit.MILLISECONDS.sleep(500);
                Replica victim = pair.replica(i & 1);
                long struck = System.nanoTime();
                fault.strike(victim);
                List<Long> taken = awaitAnswers(histories, playing, struck);
                if (i >= 0) { // Before the first fault, sessions are at both.
                    takeoverNanos.addAll(taken);
                }
                fault.heal(victim);
            }
            isOver.set(true);
            for (Future<?> player : playing) {
                player.get();
            }
        } finally {
            isOver.set(true);
            clients.forEach(TengenClient::close);
            threads.shutdown(); // An interrupted thread that logs would close the channel to the program that runs the
            // tests.
        }
        report(name, count, takeoverNanos, histories);
        for (CallHistory history : histories) {
            RulesModel model = RulesModel.of(EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR));
            assertThat(LinearizabilityChecker.check(history.calls(), model)).isEmpty();
        }
        assertThat(percentile(takeoverNanos, 0.5)).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    private static List<RecordingClient> open(
            String address, CallHistory history, int number, List<TengenClient> clients) {
        List<RecordingClient> opened = new ArrayList<>();
        String id = "";
        for (int i = 0; i < CLIENTS_PER_SESSION; i++) {
            TengenClient client = TengenClient.connect(address, CALL_TIMEOUT, ConnectionSecurity.NONE);
            clients.add(client);
            id = id.isEmpty() ? client.createSession(SessionSpec.of(5, 5)).sessionId() : id;
            opened.add(new RecordingClient(client, id, history, "client " + i, 2L * number + i));
        }
        return opened;
    }

    /** Waits until another server has answered a change of each session, and returns how long after the fault that was. */
    private static List<Long> awaitAnswers(List<CallHistory> histories, List<Future<?>> playing, long struck)
            throws Exception {
        List<Long> taken = new ArrayList<>();
        for (CallHistory history : histories) {
            long end = Long.MAX_VALUE;
            while (end == Long.MAX_VALUE) {
                TimeUnit.MILLISECONDS.sleep(5);
                for (Future<?> player : playing) {
                    if (player.isDone()) {
                        player.get(); // Throws what stopped it.
                    }
                }
                end = firstAnswer(history, struck);
            }
            taken.add(end - struck);
        }
        return taken;
    }

    /** Returns when a change that the server that failed cannot have answered was answered first. */
    private static long firstAnswer(CallHistory history, long struck) {
        List<Call> calls = history.latest(100);
        return calls.stream()
                .filter(call ->
                        call.kind() != CallHistory.Kind.READ && call.answer().isPresent())
                .filter(call -> call.begin() > struck || call.end() - struck > IN_FLIGHT_NANOS)
                // A repeated request may be answered from memory.
                .filter(call -> calls.stream()
                        .noneMatch(other -> other.requestId().equals(call.requestId()) && other.begin() < call.begin()))
                .mapToLong(Call::end)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long percentile(List<Long> values, double share) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * sorted.size())));
    }

    private static void report(String name, int count, List<Long> nanos, List<CallHistory> histories) {
        LOG.info(() -> String.format(
                Locale.ROOT,
                "%s: %d faults, %d calls in %d histories; first answer elsewhere after: median %d ms, 90 %% %d ms, max %d ms",
                name,
                count,
                histories.stream().mapToInt(history -> history.calls().size()).sum(),
                histories.size(),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 0.5)),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 0.9)),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 1.0))));
    }
}
