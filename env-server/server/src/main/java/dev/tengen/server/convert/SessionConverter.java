package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.env.Environment;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ProposeDeadStonesResponse;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.UndoResponse;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.session.ChosenAction;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionEntry;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.StoredState;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Converts sessions to messages. */
public final class SessionConverter {
    private SessionConverter() {}

    /** Returns the response to a call that created {@code session}, with the tokens of its seats. */
    public static CreateSessionResponse created(OpenedSession session, Map<Seat.Place, String> tokens) {
        CreateSessionResponse.Builder response = CreateSessionResponse.newBuilder()
                .setSessionId(session.getSessionId())
                .setSpec(session.getSpec())
                .setSeed(session.getSeed())
                .setTimestep(session.getTimestep())
                .setIdleTimeoutMs(session.getIdleTimeoutMs());
        if (!tokens.isEmpty()) {
            response.getSeatTokensBuilder()
                    .setBlack(tokens.getOrDefault(Seat.Place.BLACK, ""))
                    .setWhite(tokens.getOrDefault(Seat.Place.WHITE, ""))
                    .setSpectator(tokens.getOrDefault(Seat.Place.SPECTATOR, ""));
        }
        return response.build();
    }

    /** Returns the seats that {@code request} asks for. */
    public static Set<Seat.Place> seats(CreateSessionRequest request) {
        Set<Seat.Place> places = EnumSet.noneOf(Seat.Place.class);
        if (request.getWithPlayerSeats()) {
            places.addAll(List.of(Seat.Place.BLACK, Seat.Place.WHITE));
        }
        if (request.getWithSpectatorSeat()) {
            places.add(Seat.Place.SPECTATOR);
        }
        return places;
    }

    /**
     * A session as it was opened.
     *
     * @param session the message for the client
     * @param kept what the message can be made from again
     */
    public record Opening(OpenedSession session, KeptOpening kept) {}

    /**
     * What an {@link OpenedSession} can be made from again.
     *
     * @param session the message without observations, as bytes
     * @param state a snapshot, from which the observations are made again; empty if there are none
     */
    public record KeptOpening(ByteString session, ByteString state) {
        /** Returns the size in memory, in bytes. */
        public long byteCount() {
            return 100L + session.size() + state.size();
        }
    }

    /** Returns {@code session}, which was created, forked, restored or imported, as it was opened. */
    public static Opening opening(Session session) {
        return session.read(environment -> opening(session.id(), session.idleTimeout(), session.preset(), environment));
    }

    /** Returns a session as it was opened, before this process started. */
    public static Opening opening(SessionStore.LoadedSession stored) {
        StoredState first = stored.state();
        return opening(
                stored.session().id(),
                stored.session().idleTimeout(),
                first.preset(),
                new Environment(first.spec(), first.snapshot()));
    }

    private static Opening opening(String id, Duration idleTimeout, RulesPreset preset, Environment environment) {
        OpenedSession opened = OpenedSession.newBuilder()
                .setSessionId(id)
                .setSpec(SpecConverter.toProto(environment.spec(), preset))
                .setSeed(environment.seed())
                .setTimestep(EpisodeConverter.observedTimestep(environment))
                .setIdleTimeoutMs(idleTimeout.toMillis())
                .build();
        boolean isObserved = opened.getTimestep().getObservationsCount() > 0;
        OpenedSession.Builder unobserved = opened.toBuilder();
        unobserved.getTimestepBuilder().clearObservations();
        return new Opening(
                opened,
                new KeptOpening(
                        unobserved.build().toByteString(),
                        isObserved ? SnapshotConverter.toBytes(environment, preset) : ByteString.EMPTY));
    }

    /** Returns the message that {@code kept} was made from. {@code engines} may be opponents; none is started. */
    public static OpenedSession opened(KeptOpening kept, List<? extends PlayerFactory> engines) {
        OpenedSession.Builder session;
        try {
            session = OpenedSession.parseFrom(kept.session()).toBuilder();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a message of this process is damaged", e);
        }
        if (!kept.state().isEmpty()) {
            Environment then = SnapshotConverter.toCore(SnapshotConverter.read(kept.state()), engines);
            session.getTimestepBuilder()
                    .addAllObservations(EpisodeConverter.observedTimestep(then).getObservationsList());
        }
        return session.build();
    }

    /** Returns the description of a session. */
    public static GetSessionResponse described(Session session) {
        return session.read(environment -> GetSessionResponse.newBuilder()
                .setSessionId(session.id())
                .setSpec(spec(session))
                .setSeed(environment.seed())
                .setTimestep(EpisodeConverter.timestep(environment))
                .addAllActions(environment.actions())
                .setIdleTimeoutMs(session.idleTimeout().toMillis())
                .build());
    }

    private static dev.tengen.proto.v1.EnvironmentSpec spec(Session session) {
        return SpecConverter.toProto(session.spec(), session.preset());
    }

    /** Returns the state in which {@code request} expects the session to be. */
    public static ExpectedState expected(StepRequest request) {
        return expected(
                request.hasExpectedEpisode(), request.getExpectedEpisode(),
                request.hasExpectedMoveNumber(), request.getExpectedMoveNumber());
    }

    /** Returns the state in which {@code request} expects the session to be. */
    public static ExpectedState expected(ProposeDeadStonesRequest request) {
        return expected(
                request.hasExpectedEpisode(), request.getExpectedEpisode(),
                request.hasExpectedMoveNumber(), request.getExpectedMoveNumber());
    }

    /** Returns the state in which {@code request} expects the session to be. */
    public static ExpectedState expected(UndoRequest request) {
        return expected(
                request.hasExpectedEpisode(), request.getExpectedEpisode(),
                request.hasExpectedMoveNumber(), request.getExpectedMoveNumber());
    }

    private static ExpectedState expected(boolean hasEpisode, long episode, boolean hasMoveNumber, int moveNumber) {
        return new ExpectedState(
                hasEpisode ? OptionalLong.of(episode) : OptionalLong.empty(),
                hasMoveNumber ? OptionalInt.of(moveNumber) : OptionalInt.empty());
    }

    /** Returns the response to a reset. */
    public static ResetResponse reset(Session.Answer answer) {
        return ResetResponse.newBuilder()
                .setTimestep(EpisodeConverter.observedTimestep(answer.environment()))
                .setSeed(answer.environment().seed())
                .setCurrentEpisode(answer.currentEpisode())
                .build();
    }

    /** Returns the response to a step. */
    public static StepResponse stepped(Session.Answer answer) {
        return StepResponse.newBuilder()
                .setTimestep(EpisodeConverter.observedTimestep(answer.environment()))
                .setCurrentEpisode(answer.currentEpisode())
                .build();
    }

    /** Returns the bytes of {@link #stepped}, without observations. */
    public static byte[] steppedUnobserved(Session.Answer answer) {
        return StepResponse.newBuilder()
                .setTimestep(EpisodeConverter.timestep(answer.environment()))
                .setCurrentEpisode(answer.currentEpisode())
                .build()
                .toByteArray();
    }

    /** Returns the response to a proposal of dead stones. */
    public static ProposeDeadStonesResponse proposed(Session.Answer answer) {
        return ProposeDeadStonesResponse.newBuilder()
                .setTimestep(EpisodeConverter.observedTimestep(answer.environment()))
                .setCurrentEpisode(answer.currentEpisode())
                .build();
    }

    /** Returns the response to an undo. */
    public static UndoResponse undone(Session.Answer answer) {
        return UndoResponse.newBuilder()
                .setTimestep(EpisodeConverter.observedTimestep(answer.environment()))
                .setCurrentEpisode(answer.currentEpisode())
                .build();
    }

    /** Returns the response with the action that a player chose. */
    public static ChooseActionResponse chosen(ChosenAction choice) {
        return ChooseActionResponse.newBuilder()
                .setAction(choice.action())
                .setMoveNumber(choice.moveNumber())
                .setStateHash(choice.stateHash())
                .setSymmetry(ViewConverter.toProto(choice.symmetry()))
                .build();
    }

    /** Returns the first {@code pageSize} of {@code entries} as a page; another page follows if there are more. */
    public static ListSessionsResponse page(List<SessionEntry> entries, int pageSize) {
        ListSessionsResponse.Builder response = ListSessionsResponse.newBuilder();
        entries.stream().limit(pageSize).forEach(entry -> response.addSessions(summary(entry)));
        if (entries.size() > pageSize) {
            response.setNextPageToken(Long.toString(entries.get(pageSize - 1).number()));
        }
        return response.build();
    }

    private static SessionSummary summary(SessionEntry entry) {
        return SessionSummary.newBuilder()
                .setSessionId(entry.id())
                .setWidth(entry.grid().width())
                .setHeight(entry.grid().height())
                .setEpisode(entry.episode())
                .setMoveNumber(entry.moveNumber())
                .setEndReason(EpisodeConverter.endReason(entry.endReason()))
                .setIdleTimeoutMs(entry.idleTimeout().toMillis())
                .build();
    }
}
