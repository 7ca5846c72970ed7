package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.player.Player;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.BlockingCallExecutor;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EnginesTest {
    private static final Setup SETUP = Setup.empty(Grid.square(5));

    /** An engine that ends with the server has not failed: its agent must not get the reward of a win. */
    @Test
    void close_whileAnEngineSearches_failsTheCallAndEndsNoEpisode() throws Exception {
        Engines engines = new Engines(new EngineLimits(List.of(FakeEngine.spec(Fault.SLEEP)), 1, 1));
        Player player = engines.factories().get(0).create(SETUP, Rules.TROMP_TAYLOR);
        Game game = new Game(SETUP, Rules.TROMP_TAYLOR);
        CountDownLatch isStarted = new CountDownLatch(1);
        CompletableFuture<Integer> search = CompletableFuture.supplyAsync(() -> {
            isStarted.countDown();
            return player.chooseMove(game, new SplitMix64(1));
        });
        isStarted.await();

        engines.close();

        assertThatThrownBy(search::join)
                .hasRootCauseInstanceOf(CallException.class)
                .hasRootCauseMessage("the server is shutting down");
        assertThat(engines.opponentCount()).isZero();
    }

    @Test
    void calls_ofOneSession_runInOrderAndOthersAtTheSameTime() throws Exception {
        BlockingCallExecutor calls = Engines.calls(1);
        CallToken token = new CallToken(this);
        CallExecutor slow = calls.newSequential();
        CallExecutor other = calls.newSequential();
        CountDownLatch isReleased = new CountDownLatch(1);
        CountDownLatch isDone = new CountDownLatch(3);
        List<Integer> order = new ArrayList<>();
        slow.execute(token, () -> {
            awaitQuietly(isReleased);
            order.add(1);
            isDone.countDown();
        });
        slow.execute(token, () -> {
            order.add(2);
            isDone.countDown();
        });

        other.execute(token, () -> {
            isDone.countDown();
            isReleased.countDown();
        });

        isDone.await();
        assertThat(order).containsExactly(1, 2);
        calls.close();
    }

    @Test
    void calls_moreThanMayWait_areRejectedWithARetryDelay() {
        BlockingCallExecutor calls = Engines.calls(1);
        CallExecutor session = calls.newSequential();
        CountDownLatch isReleased = new CountDownLatch(1);
        for (int count = 0; count < 3 * 64; count++) {
            session.execute(new CallToken(this), () -> awaitQuietly(isReleased));
        }

        assertThatThrownBy(() -> session.execute(new CallToken(this), () -> {}))
                .isInstanceOfSatisfying(CallException.class, error -> {
                    assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_ENGINES);
                    assertThat(error.retryDelay()).isPresent();
                })
                .hasMessage("192 calls wait for engines already, the maximum; retry when some have finished");
        isReleased.countDown();
        calls.close();
    }

    @Test
    void calls_afterClose_areRejected() {
        BlockingCallExecutor calls = Engines.calls(1);

        calls.close();

        assertThatThrownBy(() -> calls.unordered().execute(new CallToken(this), () -> {}))
                .hasMessage("the server is shutting down");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
