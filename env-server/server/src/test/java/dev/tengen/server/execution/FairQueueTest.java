package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private final FairQueue<String, String> queue = new FairQueue<>();

    private List<String> pollAll() {
        return Stream.generate(queue::poll)
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    void poll_severalOwners_servesThemInTurn() {
        List.of("a1", "a2", "a3", "b1", "c1", "c2").forEach(name -> queue.add(name.substring(0, 1), name));

        assertThat(pollAll()).containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void poll_ownerThatAddsAgain_waitsForTheOthers() {
        queue.add("a", "a1");
        queue.add("b", "b1");

        assertThat(queue.poll()).contains("a1");
        queue.add("a", "a2");

        assertThat(pollAll()).containsExactly("b1", "a2");
    }

    /** While an owner waits, each other owner is served at most once. */
    @Test
    void poll_randomOwners_serveEachOtherOwnerAtMostOnceWhileOneWaits() {
        Random random = new Random(1);
        Map<String, Deque<String>> waiting = new TreeMap<>();
        Map<String, Set<String>> servedSince = new TreeMap<>();
        int pollCount = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(100) < 52) {
                String owner = "" + (char) ('a' + random.nextInt(6));
                queue.add(owner, owner + step);
                waiting.computeIfAbsent(owner, key -> new ArrayDeque<>()).add(owner + step);
                servedSince.computeIfAbsent(owner, key -> new HashSet<>());
                continue;
            }
            Optional<String> polled = queue.poll();
            assertThat(polled.isPresent()).isEqualTo(!waiting.isEmpty());
            if (polled.isPresent()) {
                pollCount++;
                String turn = polled.get().substring(0, 1);
                assertThat(waiting.get(turn).remove()).isEqualTo(polled.get());
                servedSince.remove(turn);
                servedSince.forEach((owner, served) -> assertThat(served.add(turn))
                        .as("%s is served once while %s waits", turn, owner)
                        .isTrue());
                if (waiting.get(turn).isEmpty()) {
                    waiting.remove(turn);
                } else {
                    servedSince.put(turn, new HashSet<>());
                }
            }
        }
        assertThat(pollCount).isGreaterThan(9_000);
    }
}
