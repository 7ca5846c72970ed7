package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The log when it is full; what else a registry of sessions shows of it is in {@link SessionsTest}. */
class CreationLogTest {
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final FakeTicker ticker = new FakeTicker();
    private final CreationLog log = new CreationLog(ticker, 3);

    /** Answers a request with {@code id}; the answer names the session {@code session} if the request acts. */
    private String answer(String id, String session) {
        CreateSessionRequest request =
                CreateSessionRequest.newBuilder().setRequestId(id).build();
        return log.answer(
                        id,
                        request,
                        () -> CreateSessionResponse.newBuilder()
                                .setSessionId(session)
                                .build())
                .getSessionId();
    }

    private void fill() {
        answer("a", "1");
        answer("b", "2");
        answer("c", "3");
    }

    /** Forgetting early could make a retry act twice, so a full log refuses until its oldest answers are old enough. */
    @Test
    void answer_newIdWhenFull_isRefusedForTenSeconds() {
        fill();

        CallException error = catchThrowableOfType(CallException.class, () -> answer("d", "4"));

        assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_REQUEST_IDS);
        assertThat(error.retryDelay()).contains(Duration.ofSeconds(10));
    }

    @Test
    void answer_knownIdWhenFull_isTheFirstAnswer() {
        fill();

        assertThat(answer("a", "4")).isEqualTo("1");
    }

    @Test
    void answer_noIdWhenFull_acts() {
        fill();

        assertThat(answer("", "4")).isEqualTo("4");
    }

    /** A full log once never looked for entries that had expired, and so refused every new id for good. */
    @Test
    void answer_newIdWhenThoseThatFilledItAreOld_acts() {
        fill();

        ticker.advance(KEPT);

        assertThat(answer("d", "4")).isEqualTo("4");
    }
}
