package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.env.Environment;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.server.testing.Tally;
import dev.tengen.server.testing.Timesteps;
import dev.tengen.server.testing.UnreliableClient;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** One session in which several players move at once, a thread for each color, as fast as they can. */
final class SharedSession {
    private final SpecPair spec;
    private final List<UnreliableClient> clients;
    private final Tally tally;
    private final MoveWindow window;
    private final Map<Integer, Played> played = new ConcurrentHashMap<>();
    private String session;

    SharedSession(SpecPair spec, List<UnreliableClient> clients, Tally tally) {
        this.spec = spec;
        this.clients = clients;
        this.tally = tally;
        this.window = new MoveWindow(clients.size());
    }

    /** Plays episodes, each of which must have the same result as locally. */
    void play(int episodeCount, ExecutorService threads) throws Exception {
        CreateSessionResponse created = clients.get(0)
                .call(
                        EnvironmentServiceGrpc.getCreateSessionMethod(),
                        create(spec.message().toBuilder())
                                .setRequestId("shared")
                                .build())
                .get();
        session = created.getSessionId();
        Environment local = new Environment(spec.core(), created.getSeed());
        assertThat(created.getTimestep()).isEqualTo(Timesteps.of(local));
        for (int episode = 1; episode <= episodeCount; episode++) {
            playEpisode(threads, episode);
            requireSameAs(local);
            startNext(local, "reset " + episode);
        }
    }

    private void playEpisode(ExecutorService threads, int episode) throws Exception {
        played.clear();
        List<Callable<Void>> players = IntStream.range(0, clients.size())
                .<Callable<Void>>mapToObj(number -> () -> playAs(number, new SplitMix64(100L * episode + number)))
                .toList();
        for (Future<Void> player : threads.invokeAll(players)) {
            player.get();
        }
    }

    private Void playAs(int player, SplitMix64 random) throws Exception {
        UnreliableClient client = clients.get(player);
        LegalActionsRequest question =
                LegalActionsRequest.newBuilder().setSessionId(session).build();
        while (true) {
            LegalActionsResponse state = client.call(EnvironmentServiceGrpc.getLegalActionsMethod(), question)
                    .get();
            if (state.getLegalCount() == 0) {
                return null;
            }
            StepRequest request = step(session, RandomActions.legal(state.getActionMask(), random))
                    .setRequestId("player " + player + " draw " + Long.toHexString(random.nextLong()))
                    .setExpectedMoveNumber(state.getMoveNumber())
                    .build();
            window.enter(player, state.getMoveNumber());
            try {
                tryStep(client, request);
            } finally {
                window.leave(player);
            }
        }
    }

    private void tryStep(UnreliableClient client, StepRequest request) {
        try {
            Timestep timestep = client.call(EnvironmentServiceGrpc.getStepMethod(), request)
                    .join()
                    .getTimestep();
            Played before = played.put(request.getExpectedMoveNumber(), new Played(request.getAction(), timestep));
            assertThat(before)
                    .as("another player's step at the same move number")
                    .isNull();
        } catch (CompletionException e) {
            assertThat(Status.fromThrowable(e).getCode()).isEqualTo(Status.Code.ABORTED);
            tally.aborted.increment();
        }
    }

    /** Replays the answers: every move number once, and every answer as the core gives it. */
    private void requireSameAs(Environment local) {
        for (int moveNumber = 0; !local.isOver(); moveNumber++) {
            Played move = played.remove(moveNumber);
            assertThat(move).as("answer at move number " + moveNumber).isNotNull();
            local.step(move.action);
            assertThat(move.timestep).isEqualTo(Timesteps.of(local));
        }
        assertThat(played).isEmpty();
    }

    private void startNext(Environment local, String requestId) throws Exception {
        UnreliableClient client = clients.get(0);
        GetSessionRequest question =
                GetSessionRequest.newBuilder().setSessionId(session).build();
        assertThat(client.call(EnvironmentServiceGrpc.getGetSessionMethod(), question)
                        .get()
                        .getActionsList())
                .isEqualTo(local.actions());

        ResetResponse answer = client.call(
                        EnvironmentServiceGrpc.getResetMethod(),
                        reset(session).setRequestId(requestId).build())
                .get();
        local.reset(local.nextSeed());

        assertThat(answer.getTimestep().getEpisode()).isEqualTo(local.episode());
        assertThat(answer.getTimestep()).isEqualTo(Timesteps.of(local));
    }

    private record Played(int action, Timestep timestep) {}
}
