package dev.tengen.gateway.mcp;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A server of the Model Context Protocol for one client, which has started this process and talks to it over standard input and
 * output. The game is in this process.
 */
public final class StandardStreams {
    private static final Duration IDLE_TIMEOUT = Duration.ofDays(7);

    /** The present game, and the one that a reset makes before the present one ends. */
    private static final int MAX_SESSIONS = 2;

    private final GatewaySessions sessions;

    private StandardStreams(GatewaySessions sessions) {
        this.sessions = sessions;
    }

    /**
     * Serves the client until {@code input} ends.
     *
     * @param input the messages of the client, one a line
     * @param output gets the messages of the server, and nothing else may be written to it
     * @throws InterruptedException if the thread is interrupted
     */
    public static void serve(InputStream input, OutputStream output) throws InterruptedException {
        Sessions games = new Sessions(
                new SessionLimits(MAX_SESSIONS, IDLE_TIMEOUT), Ticker.systemTicker(), ActivityListener.NONE);
        new StandardStreams(new GatewaySessions(games)).run(input, output);
    }

    private void run(InputStream input, OutputStream output) throws InterruptedException {
        McpJson json = new McpJson();
        GatewaySession session = sessions.open(Principal.LOCAL, false);
        McpGames.GameCaller caller =
                tool -> new GameTool.Caller(Principal.LOCAL, () -> session, new CallToken(session));
        CountDownLatch ended = new CountDownLatch(1);
        InputStream watched = new EndWatcher(input, ended::countDown);
        McpAsyncServer server = new McpGames(json, new GameTools(sessions, Runnable::run), exchange -> caller)
                .start(McpServer.async(new StdioServerTransportProvider(json, watched, output)));
        ended.await();
        server.closeGracefully().block(Duration.ofSeconds(10));
        sessions.close(session);
    }

    /** Reports the end of a stream. */
    private static final class EndWatcher extends FilterInputStream {
        private final Runnable ended;

        EndWatcher(InputStream input, Runnable ended) {
            super(input);
            this.ended = ended;
        }

        @Override
        public int read() throws IOException {
            return reported(super.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return reported(super.read(bytes, offset, length));
        }

        private int reported(int result) {
            if (result < 0) {
                ended.run();
            }
            return result;
        }
    }
}
