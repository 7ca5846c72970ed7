package dev.tengen.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LruCacheTest {
    @Test
    void get_moreQuestionsThanPlaces_forgetsThoseNotAskedForLongest() {
        LruCache<String, Integer> cache = new LruCache<>(2, key -> 1);
        List<String> worked = new ArrayList<>();

        for (String question : List.of("a", "b", "a", "c", "a", "b")) {
            int answer = cache.get(question, () -> {
                worked.add(question);
                return question.codePointAt(0);
            });
            assertThat(answer).isEqualTo(question.codePointAt(0));
        }

        assertThat(worked).containsExactly("a", "b", "c", "b");
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void get_largeEntry_evictsAsManyAsNeededAndStaysEvenIfItIsTooLarge() {
        LruCache<String, Integer> cache = new LruCache<>(4, String::length);
        List.of("a", "b", "c").forEach(key -> cache.get(key, () -> 0));

        cache.get("ddd", () -> 1);
        assertThat(cache.get("c", () -> 2)).isZero();
        assertThat(cache.size()).isEqualTo(2);

        cache.get("eeeeeee", () -> 3);
        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.get("eeeeeee", () -> 4)).isEqualTo(3);
    }

    @Test
    void get_notForAWhile_forgetsAll() {
        Deque<Runnable> checks = new ArrayDeque<>();
        LruCache<String, Integer> cache = new LruCache<>(2, key -> 1, checks::add);

        cache.get("a", () -> 1);
        cache.get("b", () -> 2);
        assertThat(checks).hasSize(1);
        checks.remove().run();
        cache.get("a", () -> 3);
        checks.remove().run();
        assertThat(cache.size()).isEqualTo(2);

        checks.remove().run();
        assertThat(cache.size()).isZero();
        assertThat(checks).isEmpty();
        assertThat(cache.get("a", () -> 4)).isEqualTo(4);
        assertThat(checks).hasSize(1);
    }
}
