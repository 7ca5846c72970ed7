package dev.tengen.cli.arena;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An agent that plays the lowest legal point, or passes if there is none. */
final class LowestPointAgent implements StreamObserver<PlayResponse> {
    private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
    private @Nullable StreamObserver<PlayRequest> requests;

    private LowestPointAgent() {}

    static LowestPointAgent join(ManagedChannel channel, String name) {
        LowestPointAgent agent = new LowestPointAgent();
        StreamObserver<PlayRequest> requests = ArenaServiceGrpc.newStub(channel).play(agent);
        agent.requests = requests;
        requests.onNext(PlayRequest.newBuilder()
                .setJoin(JoinArena.newBuilder().setName(name).setMaxGameCount(2))
                .build());
        return agent;
    }

    /** Waits until the arena ends the stream, and returns its error; empty if it has completed the stream. */
    Optional<Throwable> awaitEnd() {
        return end.join();
    }

    @Override
    public void onNext(PlayResponse response) {
        if (response.hasTurn()) {
            AgentTurn turn = response.getTurn();
            TurnAnswer answer = TurnAnswer.newBuilder()
                    .setGameId(turn.getGameId())
                    .setMoveNumber(turn.getMoveNumber())
                    .setAction(lowest(turn.getActionMask()))
                    .build();
            Objects.requireNonNull(requests)
                    .onNext(PlayRequest.newBuilder().setAnswer(answer).build());
        }
    }

    private static int lowest(ByteString mask) {
        for (int action = 0; action < 8 * mask.size(); action++) {
            if ((mask.byteAt(action / 8) & (0x80 >> action % 8)) != 0) {
                return action;
            }
        }
        throw new AssertionError("nothing is legal");
    }

    @Override
    public void onError(Throwable error) {
        end.complete(Optional.of(error));
    }

    @Override
    public void onCompleted() {
        end.complete(Optional.empty());
    }
}
