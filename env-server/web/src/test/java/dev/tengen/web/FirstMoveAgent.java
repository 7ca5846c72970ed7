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

/**
 * An agent that plays the first legal point in row-major order, or passes if there is none; or one that never plays.
 */
final class FirstMoveAgent implements StreamObserver<PlayResponse>, AutoCloseable {
    private final StreamObserver<PlayRequest> answers;
    private final CompletableFuture<Boolean> joined = new CompletableFuture<>();

    private final boolean isPlaying;

    private FirstMoveAgent(Channel channel, JoinArena join, boolean isPlaying) {
        this.isPlaying = isPlaying;
        answers = ArenaServiceGrpc.newStub(channel).play(this);
        answers.onNext(PlayRequest.newBuilder().setJoin(join).build());
    }

    static FirstMoveAgent join(Channel channel, String name) {
        return join(channel, JoinArena.newBuilder().setName(name).build());
    }

    static FirstMoveAgent join(Channel channel, JoinArena join) {
        return new FirstMoveAgent(channel, join, true);
    }

    /** Joins with an agent whose games do not end. */
    static FirstMoveAgent joinAndNeverPlay(Channel channel, JoinArena join) {
        return new FirstMoveAgent(channel, join, false);
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
        if (response.hasTurn() && isPlaying) {
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
