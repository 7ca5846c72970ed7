package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SharedSourceTest {
    /** A source whose state counts how often it was read. */
    private static final class CountingSource implements StateSource {
        private final String key;
        private final AtomicInteger reads = new AtomicInteger();
        private Runnable changed = () -> {};
        private boolean isWatched;
        private boolean isGone;

        CountingSource(String key) {
            this.key = key;
        }

        @Override
        public Object key() {
            return key;
        }

        @Override
        public Optional<Object> state() {
            return isGone ? Optional.empty() : Optional.of(Map.of("reads", reads.incrementAndGet()));
        }

        @Override
        public Runnable watch(Runnable report) {
            changed = report;
            isWatched = true;
            return () -> isWatched = false;
        }
    }

    @Test
    void text_forManyListeners_isReadOnceAChange() {
        CountingSource source = new CountingSource("game");
        SharedSource shared = new SharedSource(source);
        AtomicInteger reports = new AtomicInteger();
        for (int listener = 0; listener < 200; listener++) {
            shared.add(() -> {
                reports.incrementAndGet();
                shared.text(Supplier::get);
            });
        }
        assertThat(shared.text(Supplier::get)).isEqualTo("{\"reads\":1}");

        source.changed.run();

        assertThat(reports).hasValue(200);
        assertThat(source.reads).hasValue(2);
        assertThat(shared.text(Supplier::get)).isEqualTo("{\"reads\":2}");
    }

    @Test
    void text_forANewListener_isReadAgain() {
        CountingSource source = new CountingSource("game");
        SharedSource shared = new SharedSource(source);
        shared.add(() -> {});
        shared.text(Supplier::get);

        shared.add(() -> {});

        assertThat(shared.text(Supplier::get)).isEqualTo("{\"reads\":2}");
    }

    @Test
    void text_atTheEnd_isEmpty() {
        CountingSource source = new CountingSource("game");
        SharedSource shared = new SharedSource(source);
        shared.add(() -> {});
        source.isGone = true;

        source.changed.run();

        assertThat(shared.text(Supplier::get)).isEmpty();
    }

    @Test
    void sources_withEqualKeys_areSharedUntilTheLastStreamLeaves() {
        SharedSources sources = new SharedSources();
        CountingSource first = new CountingSource("game");
        SharedSource one = sources.join(first);
        SharedSource two = sources.join(new CountingSource("game"));
        assertThat(two).isSameAs(one);
        assertThat(sources.join(new CountingSource("other"))).isNotSameAs(one);
        one.add(() -> {});

        sources.leave(one);
        assertThat(first.isWatched).isTrue();
        sources.leave(two);
        assertThat(first.isWatched).isFalse();
        assertThat(sources.join(new CountingSource("game"))).isNotSameAs(one);
    }
}
