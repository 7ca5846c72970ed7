package dev.tengen.web;

import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An agent that plays the first legal point in row-major order, or passes if there is none. */
final class FirstMoveAgent implements StreamObserver<PlayResponse>, AutoCloseable {
    private final StreamObserver<PlayRequest> answers;
    private final CompletableFuture<Boolean> joined = new CompletableFuture<>();

    private FirstMoveAgent(Channel channel, String name) {
        answers = ArenaServiceGrpc.newStub(channel).play(this);
        answers.onNext(PlayRequest.newBuilder()
                .setJoin(JoinArena.newBuilder().setName(name))
                .build());
    }

    static FirstMoveAgent join(Channel channel, String name) {
        return new FirstMoveAgent(channel, name);
    }

    /** Waits until the agent has joined. */
    void awaitJoined() {
        joined.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Override
    public void onNext(PlayResponse response) {
        if (response.hasJoined()) {
            joined.complete(true);
        }
        if (response.hasTurn()) {
            AgentTurn turn = response.getTurn();
            answers.onNext(PlayRequest.newBuilder()
                    .setAnswer(TurnAnswer.newBuilder()
                            .setGameId(turn.getGameId())
                            .setMoveNumber(turn.getMoveNumber())
                            .setAction(firstLegal(turn.getActionMask().toByteArray())))
                    .build());
        }
    }

    private static int firstLegal(byte[] mask) {
        int action = 0;
        while ((mask[action >> 3] & (0x80 >> (action & 7))) == 0) {
            action++;
        }
        return action;
    }

    @Override
    public void onError(Throwable error) {
        // The server stopped at the end of the test.
    }

    @Override
    public void onCompleted() {
        // Nothing to do.
    }

    @Override
    public void close() {
        answers.onCompleted();
    }
}
