package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.LostAnswers;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.server.testing.Tally;
import dev.tengen.server.testing.UnreliableClient;
import dev.tengen.testing.TestSize;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many callers at once over a network that loses answers: every action is carried out exactly once. */
@Tag("reference")
class ConcurrencyTest {
    private static final int PLAYERS = 8;
    private static final int SESSIONS = 1000;
    private static final int CONNECTIONS = 4;

    private final LostAnswers lostAnswers = new LostAnswers();
    private final RunningServer server = RunningServer.with(ServerConfig.DEFAULT, lostAnswers);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newFixedThreadPool(PLAYERS);
    private final ExecutorService callbacks = Executors.newFixedThreadPool(CONNECTIONS);
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final Tally tally = new Tally();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        channels.forEach(ManagedChannel::shutdownNow);
        List.of(timer, threads, callbacks).forEach(ExecutorService::shutdownNow);
        server.close();
    }

    private ManagedChannel connect() {
        ManagedChannel channel = server.newChannel(callbacks);
        channels.add(channel);
        return channel;
    }

    private UnreliableClient client(ManagedChannel channel, long seed, int oneLostIn) {
        return new UnreliableClient(channel, lostAnswers, timer, new SplitMix64(seed), oneLostIn, tally);
    }

    private void playTogether(int episodeCount, int oneLostIn) throws Exception {
        List<UnreliableClient> clients = new ArrayList<>();
        for (int player = 0; player < PLAYERS; player++) {
            clients.add(client(connect(), player, oneLostIn));
        }
        new SharedSession(observedNineByNine(), clients, tally).play(episodeCount, threads);

        assertThat(tally.retries.sum()).as(tally.toString()).isPositive();
        assertThat(tally.cancellations.sum()).as(tally.toString()).isPositive();
        assertThat(tally.aborted.sum()).as(tally.toString()).isPositive();
        assertThat(lostAnswers.actedInVain()).isPositive();
    }

    private static SpecPair observedNineByNine() {
        return new SpecPair(
                Calls.square(9).addEncodings("alphazero-17").build(),
                EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                        .encodings(List.of("alphazero-17"))
                        .build());
    }

    private void playSideBySide(int sessionCount, int episodeCount, int maxSteps, int oneLostIn) throws Exception {
        SplitMix64 random = new SplitMix64(2027);
        List<ManagedChannel> connections = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            connections.add(connect());
        }
        List<CompletableFuture<Void>> sessions = new ArrayList<>();
        for (int number = 0; number < sessionCount; number++) {
            UnreliableClient client = client(connections.get(number % CONNECTIONS), random.nextLong(), oneLostIn);
            SplitMix64 own = new SplitMix64(random.nextLong());
            sessions.add(
                    new DrivenSession("session " + number, SpecPair.random(own), client, own, episodeCount, maxSteps)
                            .start());
        }
        CompletableFuture.allOf(sessions.toArray(CompletableFuture[]::new)).get(30, TimeUnit.MINUTES);

        assertThat(tally.retries.sum()).as(tally.toString()).isPositive();
        assertThat(tally.cancellations.sum()).as(tally.toString()).isPositive();
        assertThat(lostAnswers.actedInVain()).isPositive();
        assertThat(server.server().openSessionCount()).isZero();
    }

    @Test
    void step_eightPlayersInOneSession_actsOnceAtEachMoveNumber() throws Exception {
        playTogether(TestSize.of(20), 12);
    }

    @Test
    void step_manySessionsOfSeed2027_areAllExact() throws Exception {
        playSideBySide(TestSize.exact(100, 400), 4, 60, 12);
    }

    @Test
    @Tag("long")
    void step_eightPlayersInOneSessionForLong_actsOnceAtEachMoveNumber() throws Exception {
        playTogether(100, 30);
    }

    @Test
    @Tag("long")
    void step_thousandSessionsOfSeed2027ForLong_areAllExact() throws Exception {
        playSideBySide(SESSIONS, 20, 400, 40);
    }
}
