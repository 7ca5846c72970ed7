package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiredIdsTest {
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final String ID = "0123456789abcdef0123456789abcdef";

    private final AtomicLong nanos = new AtomicLong(-5);
    private final ExpiredIds ids = new ExpiredIds(ID.length(), RETENTION, nanos::get);

    private static String id(Random random) {
        return String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    @Test
    void contains_addedId_isTrueUntilTheRetentionTimeIsOver() {
        ids.add(ID);

        nanos.addAndGet(RETENTION.minusSeconds(1).toNanos());
        assertThat(ids.contains(ID)).isTrue();

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(ids.contains(ID)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "0123456789abcdef",
                "0123456789abcdee0123456789abcdef",
                "0123456789abcdeg0123456789abcdef",
                "0123456789abcdef0123456789abcdef0",
                "碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁"
            })
    void contains_otherText_isFalse(String text) {
        ids.add(ID);

        assertThat(ids.contains(text)).isFalse();
    }

    @Test
    void contains_manyIds_losesFewAndNoneOfTheLast() {
        Random random = new Random(5);
        List<String> added = new ArrayList<>();
        for (int number = 0; number < 50_000; number++) {
            nanos.addAndGet(Duration.ofMillis(20).toNanos());
            added.add(id(random));
            ids.add(added.get(number));
        }

        assertThat(added.stream().filter(ids::contains).count()).isBetween(49_000L, 50_000L);
        assertThat(added.subList(49_000, 50_000)).allMatch(ids::contains);
        assertThat(added.stream().map(id -> id(random))).noneMatch(ids::contains);
    }

    @Test
    void add_fullSet_replacesTheOldest() {
        List<String> sameSet = new ArrayList<>();
        for (int number = 0; number < 9; number++) {
            sameSet.add(String.format("%016x%016x", 12_500L * (number + 1), 0));
            ids.add(sameSet.get(number));
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }

        assertThat(sameSet.stream().map(ids::contains))
                .containsExactly(false, true, true, true, true, true, true, true, true);
    }
}
