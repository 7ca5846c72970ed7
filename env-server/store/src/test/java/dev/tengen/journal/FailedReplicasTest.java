package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.journal.CallHistory.Call;
import dev.tengen.journal.ReplicaPair.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of two server processes on one database while the servers are killed, frozen, or cut off in one direction or
 * both, one after the other. No call fails, the history of every session is linearizable, and the log reports how long
 * the sessions of the server that failed had no answer.
 *
 * <p>Before each fault, all sessions are at the server that is about to fail, because the other one failed before.
 */
@Tag("full")
class FailedReplicasTest {
    private static final Logger LOG = Logger.getLogger(FailedReplicasTest.class.getName());
    private static final int CLIENT_COUNT = 16;
    private static final int CLIENTS_PER_SESSION = 2;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    /** How many faults the full runs have, unless the system property {@code tengen.faults} says otherwise. */
    private static final int FULL_COUNT = Integer.getInteger("tengen.faults", 200);

    private static final int PAUSE_MILLIS = 500;

    /** For how long after a fault an answer may still be on its way. */
    private static final long IN_FLIGHT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How a server fails, and how it comes back. */
    private enum Fault {
        KILLED {
            @Override
            void strike(Replica replica) {
                replica.server().kill();
            }

            @Override
            void heal(Replica replica) throws Exception {
                replica.server().start();
            }
        },
        FROZEN {
            @Override
            void strike(Replica replica) throws Exception {
                replica.server().freeze();
            }

            @Override
            void heal(Replica replica) throws Exception {
                replica.server().thaw();
            }
        },
        CUT_FROM_CLIENTS {
            @Override
            void strike(Replica replica) {
                replica.clients().cut();
            }
        },
        REQUESTS_LOST {
            @Override
            void strike(Replica replica) {
                replica.clients().cutInward();
            }
        },
        ANSWERS_LOST {
            @Override
            void strike(Replica replica) {
                replica.clients().cutOutward();
            }
        },
        CUT_FROM_DATABASE {
            @Override
            void strike(Replica replica) {
                replica.database().cut();
            }
        },
        QUERIES_LOST {
            @Override
            void strike(Replica replica) {
                replica.database().cutOutward();
            }
        },
        RESULTS_LOST {
            @Override
            void strike(Replica replica) {
                replica.database().cutInward();
            }
        };

        /** Makes {@code replica} fail. */
        abstract void strike(Replica replica) throws Exception;

        /** Makes it work again. */
        void heal(Replica replica) throws Exception {
            replica.clients().heal();
            replica.database().heal();
        }
    }

    /** A process, and both of its links. Each fault takes as long as a lease. */
    @Test
    void replicas_failInThreeWays_loseNothing() throws Exception {
        var unused = failAndCheck(List.of(Fault.FROZEN, Fault.ANSWERS_LOST, Fault.CUT_FROM_DATABASE));
    }

    @Test
    @Tag("long")
    void replicas_failInEachWay_loseNothing() throws Exception {
        List<Fault> faults = new ArrayList<>(List.of(Fault.values()));
        Collections.shuffle(faults, new Random(1));
        var unused = failAndCheck(faults);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void replicas_failOften_loseNothing(Fault fault) throws Exception {
        List<Long> takeoverNanos = failAndCheck(Collections.nCopies(FULL_COUNT, fault));

        assertThat(percentile(takeoverNanos, 0.5)).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    /**
     * Makes a server fail, and then the other one, in these ways. Returns how long each session had no answer, each
     * time.
     */
    private static List<Long> failAndCheck(List<Fault> faults) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        List<CallHistory> histories = new ArrayList<>();
        List<Long> takeoverNanos = new ArrayList<>();
        try (ReplicaPair pair = ReplicaPair.start()) {
            List<TengenClient> clients = new ArrayList<>();
            try {
                List<Future<?>> playing = new ArrayList<>();
                for (int i = 0; i < CLIENT_COUNT / CLIENTS_PER_SESSION; i++) {
                    CallHistory history = new CallHistory();
                    histories.add(history);
                    for (RecordingClient client : open(pair.address(), history, i, clients)) {
                        playing.add(threads.submit(() -> play(client, isOver)));
                    }
                }
                fail(pair.replica(1), faults.get(0), histories, playing); // Before it, sessions are at both.
                for (int i = 0; i < faults.size(); i++) {
                    takeoverNanos.addAll(fail(pair.replica(i & 1), faults.get(i), histories, playing));
                }
                isOver.set(true);
                for (Future<?> player : playing) {
                    player.get();
                }
            } finally {
                isOver.set(true);
                clients.forEach(TengenClient::close);
            }
        } finally {
            // An interrupted thread that logs would close the channel to the program that runs the tests.
            threads.shutdown();
        }
        report(faults, takeoverNanos, histories);
        for (CallHistory history : histories) {
            RulesModel model = RulesModel.of(EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR));
            assertThat(LinearizabilityChecker.check(history.calls(), model)).isEmpty();
        }
        return takeoverNanos;
    }

    private static @Nullable Void play(RecordingClient client, AtomicBoolean isOver) throws InterruptedException {
        try {
            while (!isOver.get()) {
                client.call();
                TimeUnit.MILLISECONDS.sleep(10);
            }
            return null;
        } finally {
            client.leave();
        }
    }

    /**
     * Makes {@code victim} fail and work again, and returns how long each session waited for an answer of the other.
     */
    private static List<Long> fail(Replica victim, Fault fault, List<CallHistory> histories, List<Future<?>> playing)
            throws Exception {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        long struck = System.nanoTime();
        fault.strike(victim);
        List<Long> taken = awaitAnswers(histories, playing, struck);
        fault.heal(victim);
        awaitReady(victim);
        return taken;
    }

    /** Waits until {@code replica} serves a session of its own, as it must before the other one fails. */
    private static void awaitReady(Replica replica) throws InterruptedException {
        long deadline = System.nanoTime() + CALL_TIMEOUT.toNanos();
        try (TengenClient client =
                TengenClient.connect(replica.server().address(), CALL_TIMEOUT, ConnectionSecurity.NONE)) {
            while (true) {
                try {
                    client.createSession(SessionSpec.of(5, 5)).close();
                    return;
                } catch (TengenException e) {
                    if (!e.status().equals("UNAVAILABLE") || System.nanoTime() > deadline) {
                        throw e;
                    }
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            }
        }
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

    /**
     * Waits until another server has answered a change of each session, and returns how long after the fault that was.
     */
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

    private static void report(List<Fault> faults, List<Long> nanos, List<CallHistory> histories) {
        LOG.info(() -> String.format(
                Locale.ROOT,
                "%d faults (%s): %d calls in %d histories; first answer elsewhere after: median %d ms, 90 %% %d ms, max %d ms",
                faults.size(),
                new TreeSet<>(faults),
                histories.stream().mapToInt(history -> history.calls().size()).sum(),
                histories.size(),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 0.5)),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 0.9)),
                TimeUnit.NANOSECONDS.toMillis(percentile(nanos, 1.0))));
    }
}
