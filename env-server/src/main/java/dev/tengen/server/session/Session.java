package dev.tengen.server.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.TaskEpisode;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.ExportRecordResponse;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ProposeDeadStonesResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.convert.EpisodeConverter;
import dev.tengen.server.convert.RecordConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.convert.StandingPosition;
import dev.tengen.server.convert.TaskConverter;
import dev.tengen.server.convert.ViewConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One environment that outlives a call.
 *
 * <p>Thread-safe: calls on one session are carried out one after another, each whole; those on different sessions do not
 * wait for each other. A call that throws has changed nothing.
 */
public final class Session {
    private final String id;
    private final long number;
    private final dev.tengen.proto.v1.EnvironmentSpec specMessage;
    private final Environment environment;
    private final SessionListener listener;
    private final RequestLog<Answer> requests = new RequestLog<>();
    private Episode episode;
    private @Nullable Answer last;
    private final Executor executor;
    private final Watchers watchers = new Watchers();

    /** Where the session stands between calls, kept where a call may take long. */
    private volatile @Nullable SessionSummary atRest;

    private boolean isClosed;

    /**
     * Makes a session, the {@code number}th of its server; {@code specMessage} is the environment's spec in full. Where the
     * opponent is slow, {@code slowCalls} is where its calls run.
     */
    Session(
            String id,
            long number,
            dev.tengen.proto.v1.EnvironmentSpec specMessage,
            Environment environment,
            SessionListener listener,
            Optional<Executor> slowCalls) {
        this.id = id;
        this.number = number;
        this.specMessage = specMessage;
        this.environment = environment;
        this.listener = listener;
        episode = Episode.of(environment);
        executor = slowCalls.orElse(Runnable::run);
        atRest = slowCalls.isPresent() ? EpisodeConverter.summary(id, environment) : null;
    }

    /** Returns where calls on this session are to run: elsewhere than the transport's threads if it may wait for a slow player. */
    public Executor executor() {
        return executor;
    }

    /** Returns the name of the session. */
    public String id() {
        return id;
    }

    /** Returns whether calls may wait for the opponent, an engine or another slow player. */
    boolean isSlow() {
        return atRest != null;
    }

    /** Returns the number of the session among all that its server made, from 1. */
    long number() {
        return number;
    }

    /** Returns what CreateSession answers. */
    synchronized CreateSessionResponse created() {
        return CreateSessionResponse.newBuilder()
                .setSessionId(id)
                .setSpec(specMessage)
                .setSeed(environment.seed())
                .setTimestep(observed(EpisodeConverter.timestep(environment)))
                .build();
    }

    /** Returns what the other calls that open a session answer. */
    synchronized OpenedSession opened() {
        return OpenedSession.newBuilder()
                .setSessionId(id)
                .setSpec(specMessage)
                .setEpisode(environment.episode())
                .setSeed(environment.seed())
                .setTimestep(observed(EpisodeConverter.timestep(environment)))
                .build();
    }

    /** Starts a new episode. */
    public synchronized ResetResponse reset(ResetRequest request) {
        requireOpen();
        Optional<Answer> known = requests.find(request.getRequestId(), request);
        if (known.isPresent()) {
            Answer answer = known.get();
            return resetResponse(again(answer), answer.episode());
        }
        environment.reset(
                request.hasSeed() ? request.getSeed() : environment.nextSeed(),
                TaskConverter.toCore(request.getTaskOptions()));
        episode.end();
        episode = Episode.of(environment);
        return resetResponse(remember(request.getRequestId(), request), episode);
    }

    private static ResetResponse resetResponse(Timestep timestep, Episode episode) {
        return ResetResponse.newBuilder()
                .setTimestep(timestep)
                .setSeed(episode.seed())
                .setEpisode(episode.number())
                .build();
    }

    /** Plays an action. */
    public synchronized StepResponse step(StepRequest request) {
        requireOpen();
        Optional<Answer> known = requests.find(request.getRequestId(), request);
        Timestep timestep = known.isPresent() ? again(known.get()) : act(request);
        return StepResponse.newBuilder().setTimestep(timestep).build();
    }

    private Timestep act(StepRequest request) {
        if (request.hasExpectedMoveNumber()) {
            requireMoveNumber(request.getExpectedMoveNumber());
        }
        int action = request.getAction();
        Legality legality = environment.step(action);
        if (!legality.isLegal()) {
            listener.illegalAction(legality);
        }
        boolean isRefused = legality == Legality.EPISODE_OVER
                || environment.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
        if (!legality.isLegal() && isRefused) {
            throw Refusals.of(environment, action, legality);
        }
        listener.stepped();
        return remember(request.getRequestId(), request);
    }

    private void requireMoveNumber(int expected) {
        int moveNumber = environment.game().moveNumber();
        if (expected != moveNumber) {
            String value = Integer.toUnsignedString(expected);
            throw CallException.of(
                            Reason.WRONG_MOVE_NUMBER,
                            "expected_move_number " + value + " is not the episode's " + moveNumber)
                    .with("field", "expected_move_number")
                    .with("value", value)
                    .with("allowed", moveNumber);
        }
    }

    /** Proposes dead stones. */
    public synchronized ProposeDeadStonesResponse propose(ProposeDeadStonesRequest request) {
        requireOpen();
        Optional<Answer> known = requests.find(request.getRequestId(), request);
        Timestep timestep = known.isPresent() ? again(known.get()) : agree(request);
        return ProposeDeadStonesResponse.newBuilder().setTimestep(timestep).build();
    }

    private Timestep agree(ProposeDeadStonesRequest request) {
        if (request.hasExpectedMoveNumber()) {
            requireMoveNumber(request.getExpectedMoveNumber());
        }
        if (environment.isOver()) {
            throw Refusals.episodeOver(environment);
        }
        if (!environment.game().isInAgreement()) {
            throw Refusals.noAgreement(environment);
        }
        environment.proposeDead(SpecConverter.points(
                "points", request.getPointsList(), environment.game().grid()));
        listener.stepped();
        return remember(request.getRequestId(), request);
    }

    /** Remembers what the last call led to, and returns it with observations. */
    private Timestep remember(String requestId, MessageLite request) {
        Timestep timestep = EpisodeConverter.timestep(environment);
        last = Answer.of(episode, environment, timestep);
        requests.add(requestId, request, last);
        if (environment.isOver()) {
            listener.episodeEnded(environment.endReason());
        }
        watchers.tell(() -> EpisodeConverter.watched(environment));
        if (atRest != null) {
            atRest = EpisodeConverter.summary(id, environment);
        }
        return observed(timestep);
    }

    /** Returns what a call was answered. Most retries are of the last one, where the environment still stands. */
    private Timestep again(Answer answer) {
        return answer.equals(last)
                ? observed(EpisodeConverter.timestep(environment))
                : answer.timestep(environment.spec());
    }

    private Timestep observed(Timestep timestep) {
        return EpisodeConverter.observed(timestep, environment);
    }

    /** Returns the legal actions of the player to move. */
    public synchronized LegalActionsResponse legalActions() {
        requireOpen();
        return EpisodeConverter.legalActions(environment);
    }

    /** Returns the score of the position, and the overlays asked for. */
    public synchronized ScoreResponse score(ScoreRequest request) {
        requireOpen();
        SpecConverter.requireOverlays(request.getOverlaysList());
        return EpisodeConverter.score(
                environment,
                request.getDeadPointsList(),
                request.getOverlaysList(),
                specMessage.getRules().getPreset());
    }

    /** Returns the position in the encodings asked for, and the overlays asked for. */
    public synchronized ObserveResponse observe(ObserveRequest request) {
        requireOpen();
        SpecConverter.requireEncodings(request.getEncodingsList());
        SpecConverter.requireOverlays(request.getOverlaysList());
        EnvironmentSpec spec = environment.spec();
        List<String> names = request.getEncodingsCount() > 0 ? request.getEncodingsList() : spec.encodings();
        return EpisodeConverter.observe(
                environment, names, ViewConverter.form(request, spec.form()), request.getOverlaysList());
    }

    /** Returns what a built-in player would do. The session serves other calls while it thinks. */
    public ChooseActionResponse chooseAction(ChooseActionRequest request) {
        BuiltInPlayer player;
        Game game;
        SymmetryMap seen;
        Optional<TaskEpisode> task;
        ChooseActionResponse.Builder response;
        synchronized (this) {
            requireOpen();
            player = SpecConverter.builtInPlayer("player", request.getPlayer());
            if (environment.isOver()) {
                throw Refusals.episodeOver(environment);
            }
            // A copy: players may try moves, and what others keep of the game's past has to hold.
            game = environment.game().copy();
            task = player.isOracle() ? environment.taskEpisode() : Optional.empty();
            seen = SymmetryMap.of(environment.symmetry(), game.grid());
            response = ChooseActionResponse.newBuilder()
                    .setMoveNumber(game.moveNumber())
                    .setStateHash(environment.stateHash())
                    .setSymmetry(ViewConverter.toProto(environment.symmetry()));
        }
        SplitMix64 chance = new SplitMix64(request.getSeed());
        int action = task.isPresent()
                ? task.get().chooseMove(game, chance)
                : player.create(game.grid()).chooseMove(game, chance);
        return response.setAction(seen.turned(action)).build();
    }

    /** Returns where the episode stands, with a copy of the game, for analyses that take long. */
    public synchronized StandingPosition standing() {
        requireOpen();
        Game game = environment.game().copy();
        return new StandingPosition(game, SymmetryMap.of(environment.symmetry(), game.grid()), environment.stateHash());
    }

    /** Returns all that there is to see, with a copy of the game. */
    public synchronized SessionLook look() {
        requireOpen();
        return new SessionLook(
                specMessage,
                environment.episode(),
                environment.game().copy(),
                environment.endReason(),
                RecordConverter.result(environment).orElse(""),
                environment.endMessage());
    }

    /** Returns what the session is and where its episode stands. */
    public synchronized GetSessionResponse describe() {
        requireOpen();
        Timestep timestep = EpisodeConverter.timestep(environment);
        return GetSessionResponse.newBuilder()
                .setSessionId(id)
                .setSpec(specMessage)
                .setEpisode(environment.episode())
                .setSeed(environment.seed())
                .setTimestep(timestep)
                .addAllActions(environment.actions())
                .build();
    }

    /** Returns the session as bytes. */
    public synchronized ByteString snapshot() {
        requireOpen();
        return SnapshotConverter.toBytes(environment, specMessage);
    }

    /** Returns the episode as a game record. */
    public synchronized ExportRecordResponse exportRecord() {
        requireOpen();
        String sgf = RecordConverter.toSgf(environment, specMessage.getRules().getPreset());
        return ExportRecordResponse.newBuilder().setSgf(sgf).build();
    }

    /** Returns a line of a list of sessions. */
    SessionSummary summary() {
        SessionSummary last = atRest;
        if (last != null) {
            return last;
        }
        synchronized (this) {
            return EpisodeConverter.summary(id, environment);
        }
    }

    /** Tells {@code watcher} where the session stands, now and after each change, until it is removed. */
    public synchronized void addWatcher(Watcher watcher) {
        requireOpen();
        watchers.add(watcher, EpisodeConverter.watched(environment));
    }

    /** Tells {@code watcher} nothing more. */
    public void removeWatcher(Watcher watcher) {
        watchers.remove(watcher);
    }

    /** Refuses every later call, and ends the engine if there is one. */
    synchronized void close() {
        isClosed = true;
        endWatching();
        environment.close();
    }

    /** Tells those who look on that there will be nothing more to see. */
    void endWatching() {
        watchers.end();
    }

    private void requireOpen() {
        if (isClosed) {
            throw Sessions.notFound(id);
        }
    }
}
