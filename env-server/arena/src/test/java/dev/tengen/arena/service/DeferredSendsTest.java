package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredSendsTest {
    private final List<String> events = new ArrayList<>();
    private final Runnable one = () -> events.add("one");
    private final Runnable other = () -> events.add("other");

    @Test
    void defer_outsideOfARequest_isRefused() {
        assertThat(DeferredSends.defer(one)).isFalse();
    }

    @Test
    void during_severalUpdatesOfOneStream_sendsOnceAfterTheRequest() {
        DeferredSends.during(() -> {
            DeferredSends.defer(one);
            DeferredSends.defer(other);
            DeferredSends.defer(one);
            events.add("end of the request");
        });

        assertThat(events).containsExactly("end of the request", "one", "other");
        assertThat(DeferredSends.defer(one)).isFalse();
    }

    @Test
    void during_within_sendsAfterTheOuterRequest() {
        DeferredSends.during(() -> {
            DeferredSends.during(() -> DeferredSends.defer(one));
            events.add("end of the request");
        });

        assertThat(events).containsExactly("end of the request", "one");
    }

    @Test
    void during_requestThatThrows_sendsNevertheless() {
        assertThatThrownBy(() -> DeferredSends.during(() -> {
                    DeferredSends.defer(one);
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");

        assertThat(events).containsExactly("one");
    }
}
