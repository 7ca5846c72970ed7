package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.testing.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IdempotencyCacheTest {
    private static final Duration EXPIRY = Duration.ofMinutes(10);

    private final FakeTicker ticker = new FakeTicker();
    private final MemoryBudget budget = new MemoryBudget(2_000, Map.of());
    private final List<String> closed = new ArrayList<>();
    private CompletableFuture<?> durable = CompletableFuture.completedFuture(null);
    private final IdempotencyCache cache = new IdempotencyCache(ticker, budget, 3);

    /** Returns the response to a call with {@code id}: the session {@code session} if the call acts. */
    private String respond(String id, String session) {
        return respond(id, new CallToken(this), session);
    }

    private OpenedCall<String> opened(String session, long keptBytes) {
        return new OpenedCall<>(session, () -> session, keptBytes, durable, () -> closed.add(session));
    }

    private void fill() {
        respond("a", "1");
        respond("b", "2");
        respond("c", "3");
    }

    @Test
    void respond_sameIdWithinTenMinutes_isTheFirstResponse() {
        respond("a", "1");

        ticker.advance(EXPIRY.minusNanos(1));

        assertThat(respond("a", "2")).isEqualTo("1");
    }

    @Test
    void respond_sameIdAfterTenMinutes_acts() {
        respond("a", "1");

        ticker.advance(EXPIRY);

        assertThat(respond("a", "2")).isEqualTo("2");
    }

    @Test
    void respond_sameIdOtherContent_throws() {
        respond("a", "1");

        assertThatThrownBy(() -> cache.respond(
                        RequestKey.of("a", "create", new byte[1]), new CallToken(this), () -> opened("2", 0)))
                .isInstanceOfSatisfying(
                        CallException.class, error -> assertThat(error.reason()).isEqualTo(Reason.REQUEST_ID_REUSED));
    }

    @Test
    void respond_afterACallThatFailed_acts() {
        assertThatThrownBy(() -> cache.respond(RequestKey.of("a", "create", new byte[0]), new CallToken(this), () -> {
                    throw new IllegalStateException("full");
                }))
                .hasMessage("full");

        assertThat(respond("a", "2")).isEqualTo("2");
    }

    /** Evicting early could make a retry act twice, so a full cache rejects new ids until its oldest entries expire. */
    @Test
    void respond_newIdWhenFull_isRejectedForTenSeconds() {
        fill();

        CallException error = catchThrowableOfType(CallException.class, () -> respond("d", "4"));

        assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_REQUEST_IDS);
        assertThat(error.retryDelay()).contains(Duration.ofSeconds(10));
    }

    @Test
    void respond_knownIdWhenFull_isTheFirstResponse() {
        fill();

        assertThat(respond("a", "4")).isEqualTo("1");
    }

    @Test
    void respond_noIdWhenFull_acts() {
        fill();

        assertThat(respond("", "4")).isEqualTo("4");
    }

    /** A full cache once never looked for expired entries, and so rejected every new id forever. */
    @Test
    void respond_newIdWhenTheEntriesHaveExpired_acts() {
        fill();

        ticker.advance(EXPIRY);

        assertThat(respond("d", "4")).isEqualTo("4");
    }

    @Test
    void respond_moreThanTheBudget_closesTheSessionAndRemembersNothing() {
        respond("a", "1");
        long before = budget.reservedBytes();

        CallException error = catchThrowableOfType(
                CallException.class,
                () -> cache.respond(
                        RequestKey.of("b", "create", new byte[0]), new CallToken(this), () -> opened("2", 2_000)));

        assertThat(error.reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
        assertThat(closed).containsExactly("2");
        assertThat(budget.reservedBytes()).isEqualTo(before);
        assertThat(respond("b", "3")).isEqualTo("3");
    }

    @Test
    void respond_afterTenMinutes_hasReleasedTheMemory() {
        fill();
        assertThat(budget.reservedBytes()).isEqualTo(3 * 400);

        ticker.advance(EXPIRY);
        long one = budget.reservedBytes() / 3;
        respond("d", "4");

        assertThat(budget.reservedBytes()).isEqualTo(one);
    }

    private String respond(String id, CallToken token, String session) {
        return cache.respond(RequestKey.of(id, "create", new byte[0]), token, () -> opened(session, 0))
                .response();
    }

    @Test
    void respond_clientGoesBeforeItHasTheResponse_isUndone() {
        CallToken token = new CallToken(this);
        CallToken plain = new CallToken(this);
        respond("a", token, "1");
        cache.respond(RequestKey.NONE, plain, () -> opened("2", 0));

        token.cancel();
        plain.cancel();

        assertThat(closed).containsExactly("1", "2");
        assertThat(respond("a", "3")).isEqualTo("3");
    }

    @Test
    void respond_clientGoesAfterARetryHasTheResponse_isKept() {
        CallToken token = new CallToken(this);
        respond("a", token, "1");
        assertThat(respond("a", "2")).isEqualTo("1");

        token.cancel();

        assertThat(closed).isEmpty();
        assertThat(respond("a", "3")).isEqualTo("1");
    }

    @Test
    void respond_clientHadGoneBefore_isUndone() {
        CallToken token = new CallToken(this);
        token.cancel();

        respond("a", token, "1");

        assertThat(closed).containsExactly("1");
        assertThat(respond("a", "2")).isEqualTo("2");
    }

    @Test
    void respond_sessionThatIsNotStoredYet_isNotDurableForTheRetryEither() {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        durable = stored;
        respond("a", "1");

        DurableResponse<String> retried =
                cache.respond(RequestKey.of("a", "create", new byte[0]), new CallToken(this), () -> opened("2", 0));

        assertThat(retried.response()).isEqualTo("1");
        assertThat(retried.durable()).isNotDone();
        stored.complete(null);
        assertThat(retried.durable()).isCompleted();
    }

    @Test
    void respond_sessionThatCouldNotBeStored_actsAgain() {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        durable = stored;
        respond("a", "1");

        stored.completeExceptionally(new IllegalStateException("the disk is full"));

        assertThat(respond("a", "2")).isEqualTo("2");
    }
}
