package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.testing.MemoryAttack;
import dev.tengen.server.testing.Neighbor;
import dev.tengen.server.testing.ServerProcess;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attacks on the memory of a server in a process with a small heap, beside a client that plays. The server must refuse
 * what does not fit, live, and have nothing reserved after that.
 */
@Tag("full")
class MemoryAttackTest {
    @RegisterExtension
    static final ServerProcess SMALL = new ServerProcess("128m");

    private static final Logger LOG = LoggerFactory.getLogger(MemoryAttackTest.class);

    /** How calls may end: with an answer, or with the reason that there is too little of something. */
    private static final Set<String> ALLOWED = Set.of(
            "OK",
            "INVALID_VALUE",
            "open",
            "kept",
            "ended",
            "connection closed",
            "OUT_OF_MEMORY_BUDGET",
            "ANSWER_LOST",
            "TOO_MANY_MOVES");

    /** {@code INVALID_VALUE} where a batch has more lanes than fit into the memory on the smallest boards. */
    private static final Set<String> REFUSALS =
            Set.of("ended", "OUT_OF_MEMORY_BUDGET", "ANSWER_LOST", "TOO_MANY_MOVES", "INVALID_VALUE");

    /** Attacks that do not fit, so that something must be refused. The others are bounded by what the server keeps. */
    private static final Set<MemoryAttack> REFUSED =
            EnumSet.complementOf(EnumSet.of(MemoryAttack.REMEMBERED_ANSWERS, MemoryAttack.OBSERVED_SESSIONS));

    @ParameterizedTest
    @CsvSource({
        "LARGE_BATCHES, 1",
        "REMEMBERED_ANSWERS, 0.03",
        "UNREAD_ANSWERS, 0.3",
        "UNREAD_OBSERVATIONS, 0.15",
        "UNFINISHED_REQUESTS, 0.2",
        "OBSERVED_SESSIONS, 0.05",
        "LONG_RECORDS, 0.01",
        "LONG_ROOTS, 0.05",
        "SELF_PLAYS, 0.05"
    })
    void attack_smallHeap_serverLives(MemoryAttack attack, double size) throws Exception {
        attack(SMALL, attack, size);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "LARGE_BATCHES, 1",
        "REMEMBERED_ANSWERS, 1",
        "UNREAD_ANSWERS, 1",
        "UNREAD_OBSERVATIONS, 1",
        "UNFINISHED_REQUESTS, 1",
        "OBSERVED_SESSIONS, 1",
        "LONG_RECORDS, 1",
        "LONG_ROOTS, 1",
        "SELF_PLAYS, 1"
    })
    void attack_512Megabytes_serverLives(MemoryAttack attack, double size) throws Exception {
        try (ServerProcess server = new ServerProcess("512m").start()) {
            attack(server, attack, size);
        }
    }

    private static void attack(ServerProcess server, MemoryAttack attack, double size) throws Exception {
        long reservedBefore = server.reservedBytes();
        Map<String, Integer> outcomes;
        try (Neighbor neighbor = Neighbor.start(server.stub())) {
            TimeUnit.SECONDS.sleep(1);
            double quiet = neighbor.takeP99Millis();
            outcomes = attack.run(server.port(), size);
            double meanwhile = neighbor.takeP99Millis();
            LOG.warn("{}: {}; p99 of the neighbor {} ms, before {} ms", attack, outcomes, meanwhile, quiet);
        }

        assertThat(server.isAlive()).isTrue();
        assertThat(server.log()).doesNotContain("OutOfMemory");
        assertThat(outcomes.keySet()).allMatch(outcome -> ALLOWED.contains(result(outcome)));
        if (REFUSED.contains(attack)) {
            assertThat(outcomes.keySet()).anyMatch(outcome -> REFUSALS.contains(result(outcome)));
        }
        if (attack != MemoryAttack.REMEMBERED_ANSWERS) {
            await().forever()
                    .untilAsserted(() -> assertThat(server.reservedBytes()).isEqualTo(reservedBefore));
        }
    }

    /** Returns the result of a call, without its name. */
    private static String result(String outcome) {
        return outcome.replaceAll(".*: ", "");
    }
}
