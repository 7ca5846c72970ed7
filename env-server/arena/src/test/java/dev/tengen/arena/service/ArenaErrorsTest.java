package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.proto.v1.ArenaAgent;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentResponse;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.ListAgentsRequest;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.WatchTournamentRequest;
import dev.tengen.server.ConnectionLimits;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.Failure;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failing calls of the arena over gRPC: their reasons, and that they change nothing. */
class ArenaErrorsTest {
    private static final TournamentSpec WAITING =
            Specs.roundRobin("waiting", 1, "ada", "random=random").build();
    private static final TournamentSpec SHORT =
            Specs.roundRobin("short", 1, "greedy=greedy", "random=random").build();

    @TempDir
    private Path folder;

    private ServedArena arena;

    /** Two agents, one running tournament, and three concurrent games. */
    @BeforeEach
    void start() {
        AgentSettings agents = new AgentSettings(2, Duration.ofSeconds(10));
        arena = ServedArena.start(
                new ArenaSettings(folder.resolve("arena.db").toString(), agents, 1, 3), ServerConfig.DEFAULT);
    }

    @AfterEach
    void stop() {
        arena.close();
    }

    private static Failure requireFailure(Status.Code code, String reason, ThrowingCallable call) {
        Failure failure = Failure.of(call);
        assertThat(failure.reason()).as(failure.description()).contains(reason);
        assertThat(failure.code()).isEqualTo(code);
        return failure;
    }

    private List<Tournament> tournaments() {
        return arena.stub()
                .listTournaments(ListTournamentsRequest.getDefaultInstance())
                .getTournamentsList();
    }

    private Tournament cancel(String name) {
        return arena.stub()
                .cancelTournament(
                        CancelTournamentRequest.newBuilder().setName(name).build())
                .getTournament();
    }

    private void watch(String name) {
        arena.stub()
                .watchTournament(
                        WatchTournamentRequest.newBuilder().setName(name).build())
                .next();
    }

    @Test
    void createTournament_asManyAsMayRun_waitsForTheEndOfOne() {
        arena.create(WAITING);
        List<Tournament> before = tournaments();

        requireFailure(Status.Code.RESOURCE_EXHAUSTED, "TOO_MANY_TOURNAMENTS", () -> arena.create(SHORT));
        assertThat(tournaments()).isEqualTo(before);

        cancel("waiting");
        arena.create(SHORT);
        assertThat(arena.awaitEnd("short").getTournament().getState())
                .isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
    }

    @Test
    void createTournament_tooManyGamesAtOnce_namesTheField() {
        Failure failure = requireFailure(
                Status.Code.RESOURCE_EXHAUSTED,
                "TOO_MANY_TOURNAMENTS",
                () -> arena.create(SHORT.toBuilder().setConcurrency(4).build()));

        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("field", "concurrency")
                .containsEntry("value", "4")
                .containsEntry("allowed", "at most 3 in all tournaments together");
        assertThat(tournaments()).isEmpty();
    }

    /** A regression test: a repeated call was rejected because of the limit, although it starts nothing. */
    @Test
    void createTournament_againWhileThereIsNoRoom_isTheSame() {
        arena.create(SHORT);
        Tournament ended = arena.awaitEnd("short").getTournament();
        arena.create(WAITING);

        assertThat(arena.create(SHORT)).isEqualTo(ended);
        assertThat(arena.create(WAITING).getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_RUNNING);
    }

    @Test
    void createTournament_otherOfThatName_failsAndChangesNothing() {
        arena.create(WAITING);
        List<Tournament> before = tournaments();

        requireFailure(
                Status.Code.FAILED_PRECONDITION,
                "TOURNAMENT_EXISTS",
                () -> arena.create(WAITING.toBuilder().setSeed(1).build()));

        assertThat(tournaments()).isEqualTo(before);
    }

    @Test
    void cancelTournament_thatHasEnded_failsAndChangesNothing() {
        arena.create(SHORT);
        arena.awaitEnd("short");
        List<Tournament> before = tournaments();

        requireFailure(Status.Code.FAILED_PRECONDITION, "TOURNAMENT_OVER", () -> cancel("short"));

        assertThat(tournaments()).isEqualTo(before);
    }

    @Test
    void cancelTournament_again_isTheSame() {
        arena.create(WAITING);

        Tournament cancelled = cancel("waiting");

        assertThat(cancelled.getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_CANCELLED);
        assertThat(cancel("waiting")).isEqualTo(cancelled);
    }

    /** Every call that names a tournament. */
    private Stream<ThrowingCallable> callsOf(String name) {
        return Stream.of(
                () -> arena.tournament(name),
                () -> arena.stub()
                        .getStandings(
                                GetStandingsRequest.newBuilder().setName(name).build()),
                () -> arena.stub()
                        .listArenaGames(
                                ListArenaGamesRequest.newBuilder().setName(name).build()),
                () -> getGame(name + "/0"),
                () -> cancel(name),
                () -> watch(name));
    }

    private void getGame(String id) {
        var unused = arena.stub()
                .getArenaGame(GetArenaGameRequest.newBuilder().setGameId(id).build());
    }

    @Test
    void anyCall_unknownTournament_isNotFound() {
        arena.create(WAITING);

        callsOf("nothing").forEach(call -> requireFailure(Status.Code.NOT_FOUND, "TOURNAMENT_NOT_FOUND", call));
    }

    /**
     * An error that repeats a long name once filled more than the 8 KiB of headers that clients accept. The client
     * closed the connection, and all its other calls failed.
     */
    @Test
    void calls_nameOfManyBytes_failAloneAndShortly() {
        arena.create(WAITING);
        List<Tournament> before = tournaments();

        callsOf("\uD83D\uDC7E".repeat(5_000)).forEach(call -> {
            Failure failure = Failure.of(call);
            assertThat(failure.code()).isIn(Status.Code.NOT_FOUND, Status.Code.INVALID_ARGUMENT);
            assertThat(failure.reason()).isPresent();
            assertThat(failure.description()).hasSizeLessThan(1_000);
        });
        assertThat(tournaments()).isEqualTo(before);
    }

    @Test
    void getArenaGame_unknownGame_isNotFound() {
        arena.create(WAITING);

        for (String id : List.of("waiting/99", "waiting/00", "waiting/-1", "waiting/", "waiting", "", "/0")) {
            requireFailure(Status.Code.NOT_FOUND, "ARENA_GAME_NOT_FOUND", () -> getGame(id));
        }
    }

    @Test
    void listArenaGames_badPage_namesTheField() {
        arena.create(WAITING);
        ListArenaGamesRequest request =
                ListArenaGamesRequest.newBuilder().setName("waiting").build();

        for (ListArenaGamesRequest bad : List.of(
                request.toBuilder().setPageSize(1001).build(),
                request.toBuilder().setPageSize(-1).build(),
                request.toBuilder().setPageToken("x").build(),
                request.toBuilder().setPageToken("-1").build())) {
            Failure failure = requireFailure(
                    Status.Code.INVALID_ARGUMENT,
                    "INVALID_VALUE",
                    () -> arena.stub().listArenaGames(bad));
            assertThat(failure.info().orElseThrow().getMetadataMap())
                    .containsEntry("field", bad.getPageToken().isEmpty() ? "page_size" : "page_token");
        }
    }

    @Test
    void join_asManyAgentsAsAllowed_waitsForTheEndOfOne() {
        RawAgent ben = arena.join("ben", RawAgent.Policy.SILENT);
        ben.awaitJoined();
        arena.join("cy", RawAgent.Policy.SILENT).awaitJoined();

        RawAgent third = arena.join("dan", RawAgent.Policy.SILENT);

        requireFailure(Status.Code.RESOURCE_EXHAUSTED, "TOO_MANY_AGENTS", () -> {
            throw third.awaitEnd();
        });
        assertThat(arena.stub()
                        .listAgents(ListAgentsRequest.getDefaultInstance())
                        .getAgentsList())
                .extracting(ArenaAgent::getName)
                .containsExactly("ben", "cy");
    }

    @Test
    void anyCall_storeThatFails_isUnavailable() {
        arena.create(SHORT);
        arena.awaitEnd("short");

        arena.arena().store().close();

        callsOf("short").forEach(call -> requireFailure(Status.Code.UNAVAILABLE, "STORE_FAILED", call));
        requireFailure(Status.Code.UNAVAILABLE, "STORE_FAILED", () -> arena.create(WAITING));
        requireFailure(Status.Code.UNAVAILABLE, "STORE_FAILED", this::tournaments);
        assertThat(arena.arena().games().count()).isZero();
    }

    /** The calls block each other: one for each thread, and the maximum that may wait. */
    @Test
    @Tag("full")
    void createTournament_asManyCallsAsMayWait_refusesOneMoreOnly() throws Exception {
        int allowedCount = 8 + 1024;
        Creations creations = new Creations(allowedCount + 1);

        int channelCount = allowedCount / ConnectionLimits.DEFAULT.maxCallsPerConnection() + 1;
        List<ManagedChannel> channels =
                Stream.generate(arena::connect).limit(channelCount).toList();
        Failure failure;
        synchronized (arena.arena().tournaments()) {
            for (int call = 0; call <= allowedCount; call++) {
                creations.create(channels.get(call % channelCount));
            }
            failure = creations.failed.get(5, TimeUnit.MINUTES);
        }

        assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(failure.reason()).contains("TOO_MANY_ARENA_CALLS");
        assertThat(failure.retryPushback()).contains("1000");
        assertThat(creations.all.await(5, TimeUnit.MINUTES)).isTrue();
        assertThat(creations.succeededCount).hasValue(allowedCount);
        channels.forEach(ManagedChannel::shutdownNow);
        assertThat(tournaments()).hasSize(1);
    }

    /** Creates the same tournament by many calls at once, and collects their results. */
    private static final class Creations {
        private static final CreateTournamentRequest REQUEST =
                CreateTournamentRequest.newBuilder().setSpec(WAITING).build();

        final CompletableFuture<Failure> failed = new CompletableFuture<>();
        final AtomicInteger succeededCount = new AtomicInteger();
        final CountDownLatch all;

        Creations(int count) {
            all = new CountDownLatch(count);
        }

        void create(ManagedChannel channel) {
            ArenaServiceGrpc.newStub(channel).createTournament(REQUEST, new StreamObserver<>() {
                @Override
                public void onNext(CreateTournamentResponse response) {
                    succeededCount.incrementAndGet();
                }

                @Override
                public void onError(Throwable thrown) {
                    Failure failure = Failure.of((StatusRuntimeException) thrown);
                    if (failure.reason().equals(Optional.of("SERVER_OVERLOADED"))) {
                        // A thousand calls at once are too many for a slow machine.
                        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS)
                                .execute(() -> create(channel));
                    } else {
                        failed.complete(failure);
                        all.countDown();
                    }
                }

                @Override
                public void onCompleted() {
                    all.countDown();
                }
            });
        }
    }
}
