package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server whose port is taken logged "Draining 0 calls" before the error. */
class ListenFailureTest {
    private static void check(ServerConfig config, int port) {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.tengen.server");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        try {
            assertThatThrownBy(() -> TengenServer.start(config))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ")
                    .hasMessageContaining("in use");
        } finally {
            logger.detachAppender(log);
        }
        // Servers of other tests log at the same time, in other threads.
        String ownThread = Thread.currentThread().getName();
        assertThat(log.list)
                .filteredOn(event -> event.getThreadName().equals(ownThread))
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains("Drain") || line.contains("Stopp"));
    }

    @Test
    void start_portTaken_namesItAndLogsNoDrain() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();

            check(ServerConfig.DEFAULT.listeningAt("127.0.0.1", port), port);
            check(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", port), port);
        }
    }
}
