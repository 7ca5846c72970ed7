package dev.tengen.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers to questions that are asked again and again: those asked last are kept. Thread-safe; two threads that ask the same
 * new question at once may both work it out.
 *
 * @param <K> questions
 * @param <V> answers
 */
final class LruCache<K, V> {
    private final Map<K, V> answers;

    /** Keeps at most {@code maxCount} answers. */
    LruCache(int maxCount) {
        answers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxCount;
            }
        };
    }

    /** Returns the answer to {@code question}, which {@code worker} works out where it is not kept. */
    V get(K question, Supplier<V> worker) {
        Optional<V> known = known(question);
        if (known.isPresent()) {
            return known.get();
        }
        V answer = worker.get();
        synchronized (answers) {
            answers.put(question, answer);
        }
        return answer;
    }

    private Optional<V> known(K question) {
        synchronized (answers) {
            return Optional.ofNullable(answers.get(question));
        }
    }

    /** Returns the count of answers that are kept. */
    int size() {
        synchronized (answers) {
            return answers.size();
        }
    }
}
