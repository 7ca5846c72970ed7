package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HealthMonitorTest {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stopTimer() {
        timer.shutdownNow();
    }

    @Test
    @Tag("full")
    void threadHasEnded_isNeitherAliveNorReady() throws Exception {
        EventExecutor working = new DefaultEventLoop();
        EventExecutor dead = new DefaultEventLoop();
        BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
        try (HealthMonitor monitor = new HealthMonitor(timer, List.of(working, dead), List.of(), changes::add)) {
            assertThat(monitor.isAlive()).isTrue();
            assertThat(monitor.isReady()).isTrue();

            dead.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();

            assertThat(changes.take()).isFalse();
            assertThat(monitor.isAlive()).isFalse();
            assertThat(monitor.isReady()).isFalse();
        } finally {
            working.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
        }
    }

    @Test
    void workWaitsAndNoThreadTakesIt_isNeitherAliveNorReady() throws Exception {
        AtomicLong stall = new AtomicLong();
        BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
        try (HealthMonitor monitor = new HealthMonitor(timer, List.of(), List.of(() -> 0, stall::get), changes::add)) {
            stall.set(TimeUnit.SECONDS.toNanos(9));
            assertThat(monitor.isAlive()).isTrue();

            stall.set(TimeUnit.SECONDS.toNanos(10));

            assertThat(changes.take()).isFalse();
            assertThat(monitor.isAlive()).isFalse();
            assertThat(monitor.isReady()).isFalse();
        }
    }

    @Test
    void drain_isAliveButNotReady() throws Exception {
        EventExecutor working = new DefaultEventLoop();
        try (HealthMonitor monitor = new HealthMonitor(timer, List.of(working), List.of(), isReady -> {})) {
            monitor.drain();

            assertThat(monitor.isAlive()).isTrue();
            assertThat(monitor.isReady()).isFalse();
        } finally {
            working.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
        }
    }

    @Test
    void http_runningServer_isAliveAndReady() throws Exception {
        try (RunningServer server = RunningServer.with(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0))
                .start()) {
            for (String path : List.of("/health", "/ready", "/alive")) {
                await().forever().until(() -> Scrape.get(server, path).statusCode() == 200);
                assertThat(Scrape.get(server, path).body()).isEqualTo("{\"status\":\"SERVING\"}\n");
            }
        }
    }
}
