package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AudiencesTest {
    private final Audiences audiences = new Audiences();
    private final AtomicInteger reports = new AtomicInteger();

    private Runnable stream() {
        return new Runnable() { // A lambda would be the same for all streams.
            @Override
            public void run() {
                reports.incrementAndGet();
            }
        };
    }

    @Test
    void count_streamsOfAGame_areCountedUntilTheyLeave() {
        Runnable one = stream();
        Runnable two = stream();
        audiences.join("game", one);
        audiences.join("game", two);
        audiences.join("other", stream());
        assertThat(audiences.count("game")).isEqualTo(2);

        audiences.leave("game", one);
        audiences.leave("game", one);
        assertThat(audiences.count("game")).isEqualTo(1);
        audiences.leave("game", two);
        assertThat(audiences.count("game")).isZero();
        assertThat(audiences.count("other")).isEqualTo(1);
    }

    @Test
    void change_ofACount_isReportedToTheStreamsOfTheGame() {
        Runnable one = stream();
        audiences.join("game", one);
        audiences.join("other", stream());
        reports.set(0);

        audiences.join("game", stream());
        assertThat(reports).hasValue(2);
        audiences.leave("game", one);
        assertThat(reports).hasValue(3);
        audiences.leave("game", one);
        assertThat(reports).hasValue(3);
    }
}
