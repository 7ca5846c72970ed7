package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.SeatTokens;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.IdentityServer;
import dev.tengen.server.testing.IdentityServer.Proof;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A game of two strangers, each with the token of a seat, before a spectator. */
class SeatGameTest {
    private static final int ATTEMPT_COUNT = 200;
    private static final EnvironmentSpec NINE = EnvironmentSpec.newBuilder()
            .setWidth(9)
            .setHeight(9)
            .setMaxMoves(120)
            .build();

    @RegisterExtension
    private static final IdentityServer SERVER = new IdentityServer();

    private static EnvironmentServiceBlockingStub owner() {
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel("owner", Role.ORCHESTRATOR, Proof.TOKEN))
                .withWaitForReady(); // A handshake may take long on a busy machine.
    }

    private static EnvironmentServiceBlockingStub with(String token) {
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel(token));
    }

    private static CreateSessionRequest.Builder withSeats() {
        return Calls.create(NINE).setWithPlayerSeats(true).setWithSpectatorSeat(true);
    }

    /** Each of the three tries things that it may not, all through the game; nothing changes by them. */
    @Test
    @Tag("full")
    void game_ofTwoSeats_isPlayedByThemAlone() {
        CreateSessionResponse session = owner().createSession(withSeats().build());
        String foreign = owner().createSession(withSeats().build()).getSessionId();
        SeatTokens tokens = session.getSeatTokens();
        EnvironmentServiceBlockingStub black = with(tokens.getBlack());
        EnvironmentServiceBlockingStub white = with(tokens.getWhite());
        EnvironmentServiceBlockingStub spectator = with(tokens.getSpectator());
        Iterator<WatchResponse> watched =
                spectator.withDeadlineAfter(1, TimeUnit.HOURS).watch(WatchRequest.getDefaultInstance());
        Trespasser[] trespassers = {
            new Trespasser(black, session.getSessionId(), foreign, 1),
            new Trespasser(white, session.getSessionId(), foreign, 2),
            new Trespasser(spectator, session.getSessionId(), foreign, 3)
        };
        Timestep last = watched.next().getTimestep();
        while (last.getEndReason() == EndReason.END_REASON_UNSPECIFIED) {
            boolean isBlack = last.getPlayerToMove() == Color.COLOR_BLACK;
            GetSessionResponse before = owner().getSession(named(session));
            trespassers[isBlack ? 1 : 0].tryToMove();
            trespassers[2].tryToMove();
            for (Trespasser trespasser : trespassers) {
                trespasser.trySomething();
            }
            assertThat(owner().getSession(named(session))).isEqualTo(before);
            EnvironmentServiceBlockingStub mover = isBlack ? black : white;
            int action = mover.chooseAction(ChooseActionRequest.newBuilder()
                            .setPlayer("eye-safe-random")
                            .setSeed(last.getMoveNumber())
                            .build())
                    .getAction();
            last = mover.step(StepRequest.newBuilder().setAction(action).build())
                    .getTimestep();
        }

        for (Trespasser trespasser : trespassers) {
            trespasser.tryTheRest();
        }
        assertThat(spectator.getSession(GetSessionRequest.getDefaultInstance()).getActionsCount())
                .isEqualTo(last.getMoveNumber())
                .isGreaterThan(30);
        assertThat(latest(watched, last.getMoveNumber()).getEndReason()).isEqualTo(last.getEndReason());
    }

    private static GetSessionRequest named(CreateSessionResponse session) {
        return GetSessionRequest.newBuilder()
                .setSessionId(session.getSessionId())
                .build();
    }

    private static Timestep latest(Iterator<WatchResponse> watched, int moveNumber) {
        Timestep state = watched.next().getTimestep();
        while (state.getMoveNumber() < moveNumber) {
            state = watched.next().getTimestep();
        }
        return state;
    }

    /** Tries what no seat may do. Every attempt must fail. */
    private static final class Trespasser {
        private final EnvironmentServiceBlockingStub stub;
        private final String session;
        private final String foreign;
        private final Random random;
        private int attemptCount;

        Trespasser(EnvironmentServiceBlockingStub stub, String session, String foreign, int seed) {
            this.stub = stub;
            this.session = session;
            this.foreign = foreign;
            random = new Random(seed);
        }

        private void tryTheRest() {
            while (attemptCount < ATTEMPT_COUNT) {
                trySomething();
            }
        }

        /** Moves out of turn, or from the seat of the spectator. */
        private void tryToMove() {
            refused(
                    () -> stub.step(Calls.step(random.nextBoolean() ? session : "", random.nextInt(84) - 2)
                            .setRequestId(random.nextBoolean() ? "same" : "")
                            .build()),
                    "NOT_YOUR_TURN",
                    "PERMISSION_DENIED");
            refused(
                    () -> stub.proposeDeadStones(ProposeDeadStonesRequest.getDefaultInstance()),
                    "NOT_YOUR_TURN",
                    "PERMISSION_DENIED");
            refused(
                    () -> stub.chooseAction(
                            ChooseActionRequest.newBuilder().setPlayer("random").build()),
                    "NOT_YOUR_TURN",
                    "PERMISSION_DENIED");
        }

        private void trySomething() {
            String id = List.of("", session, foreign).get(random.nextInt(3));
            List<ThrowingCallable> forbidden = List.of(
                    () -> stub.reset(Calls.reset(id).build()),
                    () -> stub.undo(UndoRequest.newBuilder()
                            .setSessionId(id)
                            .setMoveCount(1)
                            .build()),
                    () -> Calls.close(stub, id),
                    () -> stub.fork(ForkRequest.newBuilder().setSessionId(id).build()),
                    () -> stub.snapshot(
                            SnapshotRequest.newBuilder().setSessionId(id).build()),
                    () -> stub.createSession(withSeats().build()),
                    () -> stub.listSessions(ListSessionsRequest.getDefaultInstance()));
            refused(forbidden.get(random.nextInt(forbidden.size())), "PERMISSION_DENIED");
            refused(() -> Calls.legalActions(stub, foreign), "SESSION_NOT_FOUND");
        }

        private void refused(ThrowingCallable call, String... reasons) {
            attemptCount++;
            assertThat(Failure.of(call).reason().orElse("")).isIn((Object[]) reasons);
        }
    }

    @Test
    void owner_ofASessionWithSeats_movesForBothColors() {
        String session = owner().createSession(withSeats().build()).getSessionId();

        for (int move = 0; move < 4; move++) {
            assertThat(owner().step(Calls.step(session, 2 * move).build())
                            .getTimestep()
                            .getMoveNumber())
                    .isEqualTo(move + 1);
        }
    }

    @Test
    void createSession_again_returnsTheSameTokens() {
        CreateSessionRequest request = withSeats().setRequestId("seats").build();

        CreateSessionResponse first = owner().createSession(request);

        assertThat(owner().createSession(request)).isEqualTo(first);
        SeatTokens tokens = first.getSeatTokens();
        assertThat(List.of(tokens.getBlack(), tokens.getWhite(), tokens.getSpectator()))
                .doesNotHaveDuplicates()
                .allMatch(token -> token.matches("tengen-seat_[A-Za-z0-9_-]{43}"));
    }

    @Test
    void token_afterTheEndOfTheSession_provesNothing() {
        CreateSessionResponse session = owner().createSession(withSeats().build());
        EnvironmentServiceBlockingStub black = with(session.getSeatTokens().getBlack());
        black.getSession(GetSessionRequest.getDefaultInstance());

        Calls.close(owner(), session.getSessionId());

        assertThat(Failure.of(() -> black.getSession(GetSessionRequest.getDefaultInstance()))
                        .reason())
                .contains("UNAUTHENTICATED");
    }

    @Test
    void snapshotAndFork_haveNoTokens() {
        CreateSessionResponse session = owner().createSession(withSeats().build());
        String snapshot = Calls.snapshot(owner(), session.getSessionId()).toString(StandardCharsets.ISO_8859_1);

        assertThat(snapshot)
                .doesNotContain("tengen-seat_")
                .doesNotContain(session.getSeatTokens().getBlack().substring(12));
        assertThat(owner().getSession(named(session)).toString()).doesNotContain("tengen-seat_");
    }

    @Test
    void createSession_withAnOpponent_refusesSeatsOfPlayersOnly() {
        EnvironmentSpec opposed = NINE.toBuilder()
                .setOpponent(Opponent.newBuilder().setPlayer("random"))
                .build();
        int before = SERVER.server().openSessionCount();

        Failure failure = Failure.of(
                () -> owner().createSession(withSeats().setSpec(opposed).build()));

        assertThat(failure.code() + " " + failure.description()).contains("with_player_seats");
        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(SERVER.server().openSessionCount()).isEqualTo(before);
        assertThat(owner().createSession(withSeats()
                                .setSpec(opposed)
                                .setWithPlayerSeats(false)
                                .build())
                        .getSeatTokens()
                        .getSpectator())
                .isNotEmpty();
    }

    /** On a server without authentication, the token of a seat gives less than no token. */
    @Test
    void token_onAServerWithoutAuthentication_isThatOfTheSeat() {
        try (RunningServer open = RunningServer.withDefaults().start()) {
            CreateSessionResponse session =
                    open.stub().createSession(withSeats().build());
            Metadata headers = new Metadata();
            headers.put(
                    Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                    "Bearer " + session.getSeatTokens().getWhite());
            EnvironmentServiceBlockingStub white =
                    open.stub().withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));

            assertThat(Failure.of(() -> white.step(StepRequest.newBuilder().build()))
                            .reason())
                    .contains("NOT_YOUR_TURN");
            open.stub()
                    .step(StepRequest.newBuilder()
                            .setSessionId(session.getSessionId())
                            .build());
            assertThat(white.step(StepRequest.newBuilder().setAction(1).build())
                            .getTimestep()
                            .getMoveNumber())
                    .isEqualTo(2);
            Calls.close(open.stub(), session.getSessionId());
            assertThatThrownBy(() -> white.listSessions(ListSessionsRequest.getDefaultInstance()))
                    .hasMessageStartingWith("UNAUTHENTICATED");
        }
    }
}
