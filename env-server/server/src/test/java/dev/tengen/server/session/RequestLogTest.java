package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import org.junit.jupiter.api.Test;

class RequestLogTest {
    private final RequestLog<Integer> log = new RequestLog<>();

    private static RequestKey key(String id, int action) {
        return RequestKey.of(id, "step", new byte[] {(byte) action});
    }

    /** Adds requests number {@code from} to {@code to}, each with its own id and its number as the answer. */
    private void addAll(int from, int to) {
        for (int number = from; number <= to; number++) {
            log.add(key("id " + number, number), number);
        }
    }

    @Test
    void find_unknownId_isEmpty() {
        addAll(1, 3);

        assertThat(log.find(key("id 4", 4))).isEmpty();
    }

    @Test
    void find_sameIdAndContent_isTheAnswer() {
        addAll(1, 3);

        assertThat(log.find(key("id 2", 2))).contains(2);
    }

    @Test
    void find_sameIdOtherContent_throws() {
        addAll(1, 3);

        assertThatThrownBy(() -> log.find(key("id 2", 5)))
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.REQUEST_ID_REUSED));
    }

    @Test
    void find_emptyId_isAlwaysEmpty() {
        log.add(key("", 1), 1);

        assertThat(log.find(key("", 1))).isEmpty();
        assertThat(log.find(key("", 2))).isEmpty();
    }

    @Test
    void find_thirtySecondOldest_isTheAnswer() {
        addAll(1, 32);

        assertThat(log.find(key("id 1", 1))).contains(1);
    }

    @Test
    void find_thirtyThirdOldest_isEmpty() {
        addAll(1, 33);

        assertThat(log.find(key("id 1", 1))).isEmpty();
        assertThat(log.find(key("id 2", 2))).contains(2);
    }

    @Test
    void find_olderThanThirtyTwoWithoutId_isEmpty() {
        addAll(1, 1);
        for (int count = 0; count < 32; count++) {
            log.add(key("", 0), 0);
        }

        assertThat(log.find(key("id 1", 1))).isEmpty();
    }

    @Test
    void find_idForgottenAndUsedAgain_isTheNewAnswer() {
        addAll(1, 33);
        log.add(key("id 1", 100), 100);

        assertThat(log.find(key("id 1", 100))).contains(100);
    }
}
