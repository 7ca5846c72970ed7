package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairCallExecutorTest {
    private final FairExecutor threads = new FairExecutor("test", 1);
    private final FairCallExecutor calls = new FairCallExecutor(threads, 3, Reason.TOO_MANY_CALLS, "work");
    private final CountDownLatch isReleased = new CountDownLatch(1);
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        isReleased.countDown();
        threads.close();
    }

    /** Starts a call of {@code connection} that occupies the thread until the latch is released. */
    private void occupy(Object connection) throws InterruptedException {
        CountDownLatch hasStarted = new CountDownLatch(1);
        calls.unordered().execute(new CallToken(connection), () -> {
            hasStarted.countDown();
            awaitRelease();
        });
        hasStarted.await();
    }

    private void awaitRelease() {
        try {
            isReleased.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns work that notes {@code name}, or that its call was cancelled. */
    private Runnable noting(CallToken token, String name) {
        return () -> {
            try {
                token.run(() -> done.add(name));
            } catch (CancellationException e) {
                done.add(name + " dropped");
            }
        };
    }

    private CallToken submit(CallExecutor executor, Object connection, String name) {
        CallToken token = new CallToken(connection);
        executor.execute(token, noting(token, name));
        return token;
    }

    @Test
    void unordered_callsOfTwoConnections_runInTurn() throws Exception {
        occupy("other");
        submit(calls.unordered(), "a", "a1");
        submit(calls.unordered(), "a", "a2");
        submit(calls.unordered(), "b", "b1");

        isReleased.countDown();

        assertThat(List.of(done.take(), done.take(), done.take())).containsExactly("a1", "b1", "a2");
    }

    @Test
    void unordered_connectionsOfOneClient_shareItsTurnsAndHaveLimitsOfTheirOwn() throws Exception {
        occupy("other");
        for (String connection : List.of("a1", "a2", "a3", "a4")) {
            CallToken token = new CallToken("a", connection);
            calls.unordered().execute(token, noting(token, connection));
        }
        submit(calls.unordered(), "b", "b1");

        isReleased.countDown();

        assertThat(List.of(done.take(), done.take(), done.take())).containsExactly("a1", "b1", "a2");
    }

    @Test
    void sequential_cancelledWhileTheyWait_areDroppedAtOnceAndOthersRun() throws Exception {
        occupy("other");
        CallExecutor session = calls.newSequential();
        CallToken first = submit(session, "a", "first");
        CallToken second = submit(session, "a", "second");
        submit(session, "b", "third");

        second.cancel();
        assertThat(done.take()).isEqualTo("second dropped");
        first.cancel();
        assertThat(done.take()).isEqualTo("first dropped");
        isReleased.countDown();

        assertThat(done.take()).isEqualTo("third");
        submit(session, "a", "fourth");
        assertThat(done.take()).isEqualTo("fourth");
    }

    @Test
    void execute_moreThanAConnectionMay_isRefusedForThatConnectionAlone() throws Exception {
        occupy("a");
        submit(calls.unordered(), "a", "a1");
        CallToken third = submit(calls.newSequential(), "a", "a2");

        assertThatThrownBy(() -> submit(calls.unordered(), "a", "a3"))
                .isInstanceOfSatisfying(CallException.class, error -> {
                    assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_CALLS);
                    assertThat(error.retryDelay()).isPresent();
                })
                .hasMessage("3 calls of this connection work already, the maximum; retry when some have finished");
        submit(calls.unordered(), "b", "b1");
        third.cancel();
        assertThat(done.take()).isEqualTo("a2 dropped");
        submit(calls.unordered(), "a", "a4");
    }

    @Test
    void execute_cancelledBefore_isDropped() throws Exception {
        CallToken token = new CallToken("a");
        token.cancel();

        calls.newSequential().execute(token, noting(token, "late"));

        assertThat(done.take()).isEqualTo("late dropped");
    }
}
