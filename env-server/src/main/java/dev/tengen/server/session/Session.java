package dev.tengen.server.session;

import com.google.protobuf.MessageLite;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.game.Legality;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.EpisodeConverter;
import dev.tengen.server.convert.Reason;
import dev.tengen.server.convert.SpecConverter;
import java.util.List;
import java.util.Optional;

/**
 * One environment that outlives a call.
 *
 * <p>Thread-safe: calls on one session are carried out one after another, each whole; those on different sessions do not
 * wait for each other. A call that throws has changed nothing.
 */
public final class Session {
    private final String id;
    private final dev.tengen.proto.v1.EnvironmentSpec specMessage;
    private final Environment environment;
    private final RequestLog<Answer> requests = new RequestLog<>();
    private boolean isClosed;

    Session(String id, dev.tengen.proto.v1.EnvironmentSpec request, EnvironmentSpec spec, long seed) {
        this.id = id;
        this.specMessage = SpecConverter.toProto(spec, request);
        this.environment = new Environment(spec, seed);
    }

    /** Returns the name of the session. */
    public String id() {
        return id;
    }

    /** Returns what CreateSession answers. Called once, before any other call can reach the session. */
    synchronized CreateSessionResponse created() {
        return CreateSessionResponse.newBuilder()
                .setSessionId(id)
                .setSpec(specMessage)
                .setSeed(environment.seed())
                .setTimestep(Answer.of(environment).timestep(encodings()))
                .build();
    }

    /** Starts a new episode. */
    public synchronized ResetResponse reset(ResetRequest request) {
        requireOpen();
        Answer answer = requests.find(request.getRequestId(), request).orElseGet(() -> {
            environment.reset(request.hasSeed() ? request.getSeed() : environment.nextSeed());
            return remember(request.getRequestId(), request);
        });
        return ResetResponse.newBuilder()
                .setTimestep(answer.timestep(encodings()))
                .setSeed(answer.seed())
                .setEpisode(answer.episode())
                .build();
    }

    /** Plays an action. */
    public synchronized StepResponse step(StepRequest request) {
        requireOpen();
        Optional<Answer> known = requests.find(request.getRequestId(), request);
        Answer answer = known.isPresent() ? known.get() : act(request);
        return StepResponse.newBuilder()
                .setTimestep(answer.timestep(encodings()))
                .build();
    }

    private Answer act(StepRequest request) {
        int moveNumber = environment.game().moveNumber();
        if (request.hasExpectedMoveNumber() && request.getExpectedMoveNumber() != moveNumber) {
            throw CallException.of(
                            Reason.WRONG_MOVE_NUMBER,
                            "expected_move_number " + Integer.toUnsignedString(request.getExpectedMoveNumber())
                                    + " is not the episode's " + moveNumber)
                    .with("field", "expected_move_number")
                    .with("value", Integer.toUnsignedString(request.getExpectedMoveNumber()))
                    .with("allowed", moveNumber);
        }
        int action = request.getAction();
        Legality legality = environment.step(action);
        boolean isRefused = legality == Legality.EPISODE_OVER
                || environment.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
        if (!legality.isLegal() && isRefused) {
            throw refusal(action, legality);
        }
        return remember(request.getRequestId(), request);
    }

    private Answer remember(String requestId, MessageLite request) {
        Answer answer = Answer.of(environment);
        requests.add(requestId, request, answer);
        return answer;
    }

    private CallException refusal(int action, Legality legality) {
        String name = environment.game().grid().contains(action)
                ? "action " + action + " (" + environment.game().grid().name(action) + ")"
                : "action " + action;
        CallException error = switch (legality) {
            case EPISODE_OVER ->
                CallException.of(
                        Reason.EPISODE_OVER, "the episode is over (" + environment.endReason() + "); reset it first");
            case OUT_OF_RANGE ->
                CallException.invalid(
                        Reason.OUT_OF_RANGE,
                        InvalidValueException.not(
                                "action",
                                action,
                                "within [0, " + environment.game().grid().pass() + "] or -2"));
            case OCCUPIED -> CallException.of(Reason.OCCUPIED, name + " is illegal: a stone stands there");
            case SUICIDE ->
                CallException.of(
                        Reason.SUICIDE,
                        name + " is illegal: suicide under "
                                + environment.spec().rules().suicide());
            default -> repetition(action, name);
        };
        return error.with("field", "action").with("value", action);
    }

    private CallException repetition(int action, String name) {
        int repeated = environment.game().repeatedMoveNumber(action);
        String when = repeated == 0 ? "at the start" : "after move " + repeated;
        return CallException.of(Reason.REPETITION, name + " is illegal: it repeats the position " + when)
                .with("repeats_move", repeated);
    }

    /** Returns the legal actions of the player to move. */
    public synchronized LegalActionsResponse legalActions() {
        requireOpen();
        return EpisodeConverter.legalActions(environment);
    }

    /** Returns the score of the position as it stands. */
    public synchronized ScoreResponse score() {
        requireOpen();
        return EpisodeConverter.score(environment);
    }

    /** Returns the position in the encodings asked for. */
    public synchronized ObserveResponse observe(ObserveRequest request) {
        requireOpen();
        SpecConverter.requireEncodings(request.getEncodingsList());
        List<String> names = request.getEncodingsCount() > 0 ? request.getEncodingsList() : encodings();
        return EpisodeConverter.observe(environment, names);
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

    private List<String> encodings() {
        return environment.spec().encodings();
    }

    /** Refuses every later call. */
    synchronized void close() {
        isClosed = true;
    }

    private void requireOpen() {
        if (isClosed) {
            throw Sessions.notFound(id);
        }
    }
}
