package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairCallExecutor;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.http.Monitoring;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.quota.Quotas;
import dev.tengen.sgf.GameRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The turns of clients at the routes of a game, with one thread for all. The token of a request is the name of its
 * principal.
 */
class PageTurnsTest {
    /** More than the port has threads. */
    private static final int FLOOD = 10;

    private final FairExecutor threads = new FairExecutor("test", 1);
    private final FairCallExecutor executor = new FairCallExecutor(threads, FLOOD, Reason.TOO_MANY_CALLS, "work");
    private final HttpCalls calls = new HttpCalls(executor, MemoryBudget.unlimited());
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final EventStreams streams =
            new EventStreams(timer, 1, calls, Quotas.defaults(1 << 20), reader -> MemoryBudget.unlimited());
    private final HttpClient http = HttpClient.newHttpClient();
    private final CountDownLatch isReleased = new CountDownLatch(1);

    /** The principals whose records were made, in the order of their turns. */
    private final BlockingQueue<String> turns = new LinkedBlockingQueue<>();

    private HttpPort port;

    /** A game whose first record is not made until the test allows it. */
    private final class OneGame implements GameApi<String> {
        private final Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);

        @Override
        public GamePermissions permissions() {
            return new GamePermissions(
                    PagePermission.SEE_SESSION,
                    PagePermission.OBSERVE_SESSION,
                    PagePermission.WATCH_SESSION,
                    PagePermission.EXPORT_SESSION,
                    PagePermission.STEP_SESSION);
        }

        @Override
        public long memoryBytes(Principal reader, String id) {
            return 0;
        }

        @Override
        public DisplayedGame shown(Principal reader, String id) {
            return new DisplayedGame(game, "", 1, List.of(), "", "", "", "", "", Color.EMPTY, false, null, null, null);
        }

        @Override
        public RecordFile record(Principal reader, String id) {
            turns.add(reader.name());
            try {
                isReleased.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new RecordFile("game", GameRecord.of(game).toSgf());
        }

        @Override
        public StateSource live(Principal reader, String id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void play(Principal player, String id, MoveRequest move) {
            throw new UnsupportedOperationException();
        }
    }

    /** Executes analyses in the thread of the request. */
    private static final class AtOnce implements PageHandlers.AnalysisExecutor {
        @Override
        public <T> T races(CallToken call, Principal reader, Supplier<T> work) {
            return work.get();
        }

        @Override
        public <T> T search(CallToken call, Supplier<T> work) {
            return work.get();
        }
    }

    @BeforeEach
    void start() throws IOException {
        Authenticator names = shown -> shown.bearerToken().map(name -> new Principal(name, Role.OPERATOR));
        HttpAudit audit = new HttpAudit(Optional.empty());
        PageHandlers handlers = new PageHandlers(
                calls,
                new AtOnce(),
                PageAuthorization.of(names, Optional.empty(), Ticker.systemTicker(), audit),
                streams,
                audit);
        port = HttpPort.open(
                "127.0.0.1",
                0,
                Optional.empty(),
                Set.of(),
                MemoryBudget.unlimited(),
                new HttpAuthentication(names),
                new Monitoring(() -> "", () -> true, () -> true),
                Optional.empty(),
                routes -> handlers.addGameRoutes(routes, "/game", call -> "game", new OneGame()));
    }

    @AfterEach
    void stop() {
        isReleased.countDown();
        port.close();
        streams.close();
        timer.shutdownNow();
        threads.close();
    }

    private CompletableFuture<HttpResponse<String>> record(String principal) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port.port() + "/game/record?variations=0-40.41"))
                .header("Authorization", "Bearer " + principal)
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private void awaitCalls(String principal, int count) {
        await().forever().until(() -> executor.callCount(new HttpCalls.Client(principal, "")) == count);
    }

    /** Eight heavy requests of one client once held the page for everybody. */
    @Test
    void record_floodOfOneClient_leavesOthersTheirTurns() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            answers.add(record("flood"));
        }
        awaitCalls("flood", FLOOD);
        HttpResponse<String> refused = record("flood").join();
        answers.add(record("ann"));
        awaitCalls("ann", 1);
        answers.add(record("bob"));
        awaitCalls("bob", 1);

        isReleased.countDown();
        answers.forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));

        assertThat(turns).hasSize(FLOOD + 2);
        // One of the flood ran before the others came, and at most one more had its turn before both.
        assertThat(new ArrayList<>(turns).subList(0, 4)).contains("ann", "bob");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.body()).contains("TOO_MANY_CALLS");
        assertThat(answers.get(FLOOD).join().body()).contains("B[ee]", "W[fe]");
    }
}
