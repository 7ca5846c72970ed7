package dev.tengen.arena.service;

import dev.tengen.arena.convert.AgentConverter;
import dev.tengen.arena.convert.AgentViewOptions;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.Agent;
import dev.tengen.arena.host.AgentConnection;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSeat;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.DrainHooks;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of an agent.
 *
 * <p>What is to be told waits here until the stream can take it: receipts, of which there may be so many before no more is
 * read, and seats with news, of which an agent has so many. So a slow reader costs bounded memory, and one that takes nothing
 * for too long is cut.
 */
final class AgentStream implements StreamObserver<PlayRequest>, AgentConnection {
    /*
     * Requests come one after another from the transport; news come from anywhere. This object's monitor guards all state and
     * keeps messages in order. Agents, seats and games are never called under it, but to read a seat: while an answer is carried
     * out the stream is held, so that its receipt goes out before the news that it brings about.
     */

    /** Receipts that may wait. An agent that sends more answers without reading is not heard until it reads. */
    private static final int MAX_RECEIPT_COUNT = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(AgentStream.class);

    private final AgentRegistry agents;
    private final DrainHooks drainHooks;
    private final TimeSource time;
    private final ServerCallStreamObserver<PlayResponse> observer;
    private final Runnable ending = this::shutDown;
    private final Queue<AnswerReceipt> receipts = new ArrayDeque<>();
    private final Set<AgentSeat> news = new LinkedHashSet<>();
    private @Nullable AgentGameSync told;
    private @Nullable Agent agent;
    private Runnable cut = () -> {};
    private boolean isStalled;
    private boolean isHeld;
    /** The transport may call back within the sending of a message, that more can be sent. */
    private boolean isSending;

    private boolean isRequested;
    private boolean isDone;

    private AgentStream(
            AgentRegistry agents,
            DrainHooks drainHooks,
            TimeSource time,
            ServerCallStreamObserver<PlayResponse> observer) {
        this.agents = agents;
        this.drainHooks = drainHooks;
        this.time = time;
        this.observer = observer;
    }

    /** Lets the client of {@code observer} join {@code agents}. */
    static StreamObserver<PlayRequest> open(
            AgentRegistry agents, DrainHooks drainHooks, TimeSource time, StreamObserver<PlayResponse> observer) {
        ServerCallStreamObserver<PlayResponse> call = (ServerCallStreamObserver<PlayResponse>) observer;
        AgentStream stream = new AgentStream(agents, drainHooks, time, call);
        call.disableAutoRequest();
        call.setOnReadyHandler(stream::proceed);
        call.setOnCancelHandler(stream::gone);
        call.setOnCloseHandler(stream::gone);
        drainHooks.add(stream.ending);
        stream.proceed();
        return stream;
    }

    @Override
    public void onNext(PlayRequest request) {
        Agent known;
        synchronized (this) {
            isRequested = false;
            if (isDone) {
                return;
            }
            known = agent;
            isHeld = true;
        }
        try {
            if (known == null) {
                join(request);
            } else {
                answer(known, request);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
            return;
        }
        synchronized (this) {
            isHeld = false;
        }
        proceed();
    }

    private void join(PlayRequest request) {
        if (!request.hasJoin()) {
            throw CallException.invalid("request", name(request), "join, as the first request");
        }
        AgentViewOptions sight = AgentConverter.sight(request.getJoin());
        Agent joined = agents.join(
                AgentConverter.profile(request.getJoin()),
                request.getJoin().getResumeKey().toByteArray(),
                this);
        boolean isLate;
        synchronized (this) {
            isLate = isDone; // Replaced already, or the client has gone meanwhile.
            if (!isLate) {
                agent = joined;
                told = new AgentGameSync(sight, observer::onNext);
                observer.onNext(PlayResponse.newBuilder()
                        .setJoined(AgentConverter.joined(
                                joined.name(),
                                joined.resumeKey(),
                                agents.settings().reconnect()))
                        .build());
            }
        }
        if (isLate) {
            joined.left(this);
        }
    }

    private void answer(Agent known, PlayRequest request) {
        if (!request.hasAnswer()) {
            throw CallException.invalid("request", name(request), "answer, after the first request");
        }
        TurnAnswer answer = request.getAnswer();
        AnswerStatus receipt = known.answer(AgentConverter.answer(answer));
        synchronized (this) {
            receipts.add(AgentConverter.receipt(answer, receipt));
        }
    }

    private static String name(PlayRequest request) {
        return switch (request.getRequestCase()) {
            case JOIN -> "join";
            case ANSWER -> "answer";
            case REQUEST_NOT_SET -> "empty";
        };
    }

    @Override
    public void changed(AgentSeat seat) {
        synchronized (this) {
            if (isDone) {
                return;
            }
            news.add(seat);
        }
        proceed();
    }

    /** Sends and takes as much as the stream can. */
    private void proceed() {
        List<AgentSeat> left = new ArrayList<>();
        boolean isMoreTaken;
        synchronized (this) {
            if (isDone || isHeld || isSending) {
                return;
            }
            send(left, false);
            isMoreTaken = !isRequested && receipts.size() < MAX_RECEIPT_COUNT;
            isRequested |= isMoreTaken;
        }
        left.forEach(AgentSeat::leave);
        if (isMoreTaken) {
            observer.request(1); // The transport may hand the request over within this call.
        }
    }

    /** Sends what waits, all of it or as long as the stream is ready, and adds to {@code left} the seats whose games are over. */
    private void send(List<AgentSeat> left, boolean isAll) {
        boolean hasSent = false;
        isSending = true;
        while (hasNews() && (isAll || observer.isReady())) {
            hasSent = true;
            sendOne(left);
        }
        isSending = false;
        if (hasSent || !hasNews()) {
            cut.run();
            isStalled = false;
        }
        if (hasNews() && !isStalled) {
            isStalled = true;
            long end = time.nanoTime() + agents.settings().reconnect().toNanos();
            cut = time.schedule(end, this::endStalled);
        }
    }

    private boolean hasNews() {
        return !receipts.isEmpty() || (told != null && !news.isEmpty());
    }

    private void sendOne(List<AgentSeat> left) {
        AnswerReceipt receipt = receipts.poll();
        if (receipt != null) {
            observer.onNext(PlayResponse.newBuilder().setReceipt(receipt).build());
            return;
        }
        AgentSeat seat = news.iterator().next();
        news.remove(seat);
        if (told != null && told.tell(seat)) {
            left.add(seat);
        }
    }

    private void endStalled() {
        end(CallException.of(
                Reason.SLOW_READER,
                "nothing could be sent for " + agents.settings().reconnect().toSeconds() + " s"));
    }

    private void shutDown() {
        end(CallException.shuttingDown());
    }

    @Override
    public void end(CallException why) {
        fail(why);
    }

    @Override
    public void onCompleted() {
        finish(observer::onCompleted);
    }

    @Override
    public void onError(Throwable fault) {
        // The handler of cancellation hears of it, too.
    }

    private void fail(Throwable fault) {
        finish(() -> {
            try {
                observer.onError(StatusConverter.toStatus(fault));
            } catch (IllegalStateException e) {
                // The check of requests has refused one, and so closed the call, and we have yet to hear of that.
                LOG.debug("The call was closed before", e);
            }
        });
    }

    /** The call is over, however that came about. */
    private void gone() {
        finish(() -> {});
    }

    private void finish(Runnable farewell) {
        List<AgentSeat> left = new ArrayList<>();
        Agent known;
        synchronized (this) {
            if (isDone) {
                return;
            }
            if (!observer.isCancelled()) {
                send(left, true);
            }
            isDone = true;
            cut.run();
            known = agent;
            farewell.run();
        }
        drainHooks.remove(ending);
        left.forEach(AgentSeat::leave);
        if (known != null) {
            known.left(this);
        }
    }
}
