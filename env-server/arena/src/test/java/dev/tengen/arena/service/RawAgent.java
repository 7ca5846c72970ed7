package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.ArenaJoined;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameStart;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.proto.v1.TurnAnswers;
import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** An agent on a bare gRPC stream. It follows its policy, correct or not, and records all responses. */
final class RawAgent implements ClientResponseObserver<PlayRequest, PlayResponse>, AutoCloseable {
    /** The pass on 5x5. */
    static final int PASS = 25;

    /** More answers than a server should accept without sending receipts. */
    static final int FLOOD_LIMIT = 1_000_000;

    private static final int WAIT_SECONDS = 300;

    private final Policy policy;
    private final CompletableFuture<ArenaJoined> joined = new CompletableFuture<>();
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final Queue<PlayResponse> responses = new ConcurrentLinkedQueue<>();
    private final Object change = new Object();
    private volatile ClientCallStreamObserver<PlayRequest> requests;
    private volatile boolean isStalled;
    private volatile Consumer<PlayResponse> listener = response -> {};

    /** The number of responses in each message. */
    private final Queue<Integer> batchSizes = new ConcurrentLinkedQueue<>();

    /** The answers to the turns of the present message, if the agent answers in batches. */
    private Optional<TurnAnswers.Builder> answers = Optional.empty();

    /** The behavior of an agent. */
    @FunctionalInterface
    interface Policy {
        /** Never answers. */
        Policy SILENT = (agent, turn) -> {};

        /** Plays the first legal action, and passes from move 20 on. */
        Policy FIRST_LEGAL = (agent, turn) -> agent.answer(turn, turn.getMoveNumber() < 20 ? firstLegal(turn) : PASS);

        /** Handles a turn; the answer goes to {@code agent}. */
        void play(RawAgent agent, AgentTurn turn);
    }

    private RawAgent(Policy policy) {
        this.policy = policy;
    }

    /** Opens a stream without joining. */
    static RawAgent open(Channel channel, Policy policy) {
        RawAgent agent = new RawAgent(policy);
        ArenaServiceGrpc.newStub(channel).play(agent);
        return agent;
    }

    /** Opens a stream and joins, without waiting for the response. */
    static RawAgent join(Channel channel, JoinArena join, Policy policy) {
        RawAgent agent = open(channel, policy);
        agent.send(PlayRequest.newBuilder().setJoin(join).build());
        return agent;
    }

    /** Returns the first legal action of {@code turn}. */
    static int firstLegal(AgentTurn turn) {
        byte[] mask = turn.getActionMask().toByteArray();
        int action = 0;
        while ((mask[action >> 3] & (0x80 >> (action & 7))) == 0) {
            action++;
        }
        return action;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> stream) {
        requests = stream;
        stream.disableAutoRequestWithInitial(1);
    }

    @Override
    public void onNext(PlayResponse response) {
        if (response.hasBatch()) {
            batchSizes.add(response.getBatch().getResponsesCount());
            answers = Optional.of(TurnAnswers.newBuilder());
            response.getBatch().getResponsesList().forEach(this::handle);
            TurnAnswers all = answers.get().build();
            answers = Optional.empty();
            if (all.getAnswersCount() > 0) {
                send(PlayRequest.newBuilder().setAnswers(all).build());
            }
        } else {
            batchSizes.add(1);
            handle(response);
        }
        synchronized (change) {
            change.notifyAll();
        }
        if (!isStalled) {
            requests.request(1);
        }
    }

    private void handle(PlayResponse response) {
        responses.add(response);
        listener.accept(response);
        if (response.hasJoined()) {
            joined.complete(response.getJoined());
        }
        if (response.hasTurn()) {
            policy.play(this, response.getTurn());
        }
    }

    @Override
    public void onError(Throwable fault) {
        end.complete(fault);
        joined.completeExceptionally(fault);
    }

    @Override
    public void onCompleted() {
        end.complete(new IllegalStateException("completed"));
    }

    void send(PlayRequest request) {
        synchronized (requests) {
            requests.onNext(request);
        }
    }

    void answer(AgentTurn turn, int action) {
        answer(turn.getGameId(), turn.getMoveNumber(), action);
    }

    void answer(String game, int moveNumber, int action) {
        TurnAnswer answer = TurnAnswer.newBuilder()
                .setGameId(game)
                .setMoveNumber(moveNumber)
                .setAction(action)
                .build();
        if (answers.isPresent()) {
            answers.get().addAnswers(answer);
        } else {
            send(PlayRequest.newBuilder().setAnswer(answer).build());
        }
    }

    /** Sends answers in one message. */
    void answerAll(TurnAnswer... all) {
        send(PlayRequest.newBuilder()
                .setAnswers(TurnAnswers.newBuilder().addAllAnswers(List.of(all)))
                .build());
    }

    /** Waits until the agent has joined, and returns its resume key. */
    ByteString awaitJoined() {
        return get(joined).getResumeKey();
    }

    /** Waits for the end of the stream, and returns its error. */
    Throwable awaitEnd() {
        return get(end);
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for a response that {@code wanted} accepts, and returns it. */
    PlayResponse await(Predicate<PlayResponse> wanted) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        synchronized (change) {
            while (System.nanoTime() < limit) {
                for (PlayResponse response : responses) {
                    if (wanted.test(response)) {
                        return response;
                    }
                }
                try {
                    change.wait(1000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError("no such response; but " + responses);
    }

    GameEnd awaitGameEnd() {
        return await(PlayResponse::hasGameEnd).getGameEnd();
    }

    AgentTurn awaitTurn() {
        return await(PlayResponse::hasTurn).getTurn();
    }

    List<PlayResponse> responses() {
        return List.copyOf(responses);
    }

    List<AgentTurn> turns() {
        return responses.stream()
                .filter(PlayResponse::hasTurn)
                .map(PlayResponse::getTurn)
                .toList();
    }

    List<GameStart> starts() {
        return responses.stream()
                .filter(PlayResponse::hasGameStart)
                .map(PlayResponse::getGameStart)
                .toList();
    }

    List<GameEnd> ends() {
        return responses.stream()
                .filter(PlayResponse::hasGameEnd)
                .map(PlayResponse::getGameEnd)
                .toList();
    }

    List<Integer> batchSizes() {
        return List.copyOf(batchSizes);
    }

    Stream<AnswerReceipt> receipts() {
        return responses.stream().filter(PlayResponse::hasReceipt).map(PlayResponse::getReceipt);
    }

    /** Fails unless this connection received all earlier moves before each turn. */
    void requireConsistentTurns() {
        Map<String, List<Integer>> games = new HashMap<>();
        for (PlayResponse response : responses) {
            if (response.hasGameStart()) {
                GameStart start = response.getGameStart();
                games.put(start.getGameId(), new ArrayList<>(start.getActionsList()));
            } else if (response.hasTurn()) {
                List<Integer> actions = games.get(response.getTurn().getGameId());
                actions.addAll(response.getTurn().getActionsList());
                assertThat(actions).hasSize(response.getTurn().getMoveNumber());
            } else if (response.hasGameEnd()) {
                List<Integer> actions = games.remove(response.getGameEnd().getGameId());
                assertThat(response.getGameEnd().getActionsList()).startsWith(actions.toArray(new Integer[0]));
            }
        }
    }

    /** Stops reading responses. */
    void stall() {
        isStalled = true;
    }

    /** Resumes reading responses. */
    void resume() {
        isStalled = false;
        requests.request(1);
    }

    /** Also passes all later responses to {@code other}. */
    void onResponse(Consumer<PlayResponse> other) {
        listener = other;
    }

    /** Sends answers as fast as the stream accepts them until {@code isOver}, and returns their number. */
    int flood(BooleanSupplier isOver) {
        int count = 0;
        while (count < FLOOD_LIMIT && !isOver.getAsBoolean()) {
            if (requests.isReady()) {
                answer("no such game", 0, 0);
                count++;
            } else {
                Thread.onSpinWait();
            }
        }
        return count;
    }

    /** Closes the connection. */
    @Override
    public void close() {
        requests.cancel("the line is cut", null);
    }
}
