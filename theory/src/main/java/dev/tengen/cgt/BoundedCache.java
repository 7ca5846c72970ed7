package dev.tengen.cgt;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Answers that were worked out before. A memo that is full forgets them all, so its memory is bounded. */
final class BoundedCache<K, V> {
    private final int max;
    private final Map<K, V> answers = new HashMap<>();

    BoundedCache(int max) {
        this.max = max;
    }

    /** Returns the answer to {@code question}, which {@code work} works out if it is not known. */
    V get(K question, Function<K, V> work) {
        V known = answers.get(question);
        if (known != null) {
            return known;
        }
        // Not computeIfAbsent: the work may ask the same memo other questions.
        V answer = work.apply(question);
        if (answers.size() >= max) {
            answers.clear();
        }
        answers.put(question, answer);
        return answer;
    }
}
