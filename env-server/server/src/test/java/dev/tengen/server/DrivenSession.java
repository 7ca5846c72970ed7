package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.env.Environment;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.server.testing.Timesteps;
import dev.tengen.server.testing.UnreliableClient;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A session driven by the answers to its own calls, so that a few threads can drive a thousand. Each episode is
 * replayed locally when it is over, and must be the same.
 */
final class DrivenSession {
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);

    private final SpecPair spec;
    private final UnreliableClient client;
    private final SplitMix64 random;
    private final String name;
    private final int maxSteps;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final List<Exchange> exchanges = new ArrayList<>();

    private int episodesLeft;
    private String session;
    private Environment local;
    private Timestep last;

    /** Creates a driver of a session; {@code name} makes its request ids unique. */
    DrivenSession(
            String name, SpecPair spec, UnreliableClient client, SplitMix64 random, int episodeCount, int maxSteps) {
        this.name = name;
        this.spec = spec;
        this.client = client;
        this.random = random;
        this.episodesLeft = episodeCount;
        this.maxSteps = maxSteps;
    }

    /** Starts, and returns a future that completes when all episodes have been played and are right. */
    CompletableFuture<Void> start() {
        CreateSessionRequest.Builder request =
                create(spec.message().toBuilder()).setRequestId(name);
        if (random.nextInt(2) == 0) {
            request.setSeed(random.nextLong());
        }
        call(EnvironmentServiceGrpc.getCreateSessionMethod(), request.build(), this::created);
        return done;
    }

    private <Q, R> void call(MethodDescriptor<Q, R> method, Q request, Consumer<R> then) {
        client.call(method, request).thenAccept(then).whenComplete((nothing, error) -> {
            if (error != null) {
                done.completeExceptionally(error);
            }
        });
    }

    private void created(CreateSessionResponse answer) {
        session = answer.getSessionId();
        local = new Environment(spec.core(), answer.getSeed());
        assertThat(answer.getTimestep()).isEqualTo(Timesteps.of(local));
        last = answer.getTimestep();
        act();
    }

    private static boolean isOver(Timestep timestep) {
        return timestep.getTerminated() || timestep.getTruncated();
    }

    private void act() {
        if (isOver(last) || exchanges.size() == maxSteps) {
            finishEpisode();
            return;
        }
        int action = random.nextInt(20) == 0
                ? random.nextInt(spec.core().grid().moveCount() + 5) - 3
                : RandomActions.legal(last.getActionMask(), random);
        var request = step(session, action)
                .setRequestId("step " + Long.toHexString(random.nextLong()))
                .setExpectedMoveNumber(last.getMoveNumber())
                .build();
        client.call(EnvironmentServiceGrpc.getStepMethod(), request)
                .handle((answer, error) -> error == null ? stepped(action, answer) : refused(action, error))
                .thenRun(this::act)
                .whenComplete((nothing, error) -> {
                    if (error != null) {
                        done.completeExceptionally(error);
                    }
                });
    }

    private Void stepped(int action, StepResponse answer) {
        last = answer.getTimestep();
        exchanges.add(new Exchange(action, last.getIllegalReason().name(), last));
        return null;
    }

    private Void refused(int action, Throwable error) {
        Metadata trailers = Status.trailersFromThrowable(error);
        exchanges.add(new Exchange(action, "ILLEGAL_REASON_" + trailers.get(REASON), last));
        return null;
    }

    private void finishEpisode() {
        call(
                EnvironmentServiceGrpc.getGetSessionMethod(),
                GetSessionRequest.newBuilder().setSessionId(session).build(),
                this::compare);
    }

    /** Replays the episode. */
    private void compare(GetSessionResponse answer) {
        for (Exchange exchange : exchanges) {
            String legality = "ILLEGAL_REASON_" + local.step(exchange.action);
            assertThat(exchange.reason.replace("UNSPECIFIED", "LEGAL")).isEqualTo(legality);
            assertThat(exchange.timestep).isEqualTo(Timesteps.of(local));
        }
        assertThat(answer.getActionsList()).isEqualTo(local.actions());
        assertThat(answer.getTimestep()).isEqualTo(Timesteps.withoutObservations(local));
        assertThat(answer.getTimestep().getEpisode()).isEqualTo(local.episode());
        exchanges.clear();
        if (--episodesLeft > 0) {
            reset();
        } else {
            close();
        }
    }

    private void reset() {
        var request = Calls.reset(session).setRequestId("reset " + episodesLeft).build();
        call(EnvironmentServiceGrpc.getResetMethod(), request, this::resetDone);
    }

    private void resetDone(ResetResponse answer) {
        local.reset(local.nextSeed());
        assertThat(answer.getSeed()).isEqualTo(local.seed());
        assertThat(answer.getTimestep()).isEqualTo(Timesteps.of(local));
        last = answer.getTimestep();
        act();
    }

    /** Closes the session. A retry of a call that closed it does not find it. */
    private void close() {
        var request = CloseSessionRequest.newBuilder().setSessionId(session).build();
        client.call(EnvironmentServiceGrpc.getCloseSessionMethod(), request).whenComplete((answer, error) -> {
            if (error == null || Status.fromThrowable(error).getCode() == Status.Code.NOT_FOUND) {
                done.complete(null);
            } else {
                done.completeExceptionally(error);
            }
        });
    }

    private record Exchange(int action, String reason, Timestep timestep) {}
}
