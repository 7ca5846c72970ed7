package dev.tengen.arena.service;

import dev.tengen.arena.convert.AgentConverter;
import dev.tengen.arena.convert.AgentViewOptions;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.Agent;
import dev.tengen.arena.host.AgentConnection;
import dev.tengen.arena.host.AgentProfile;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSeat;
import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.identity.Principal;
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
 * The bidirectional stream of an agent.
 *
 * <p>Messages wait here until the stream is ready: receipts, whose number is limited before no more requests are read,
 * and seats with updates, whose number the agent's games limit. So a slow reader costs bounded memory; one that accepts
 * nothing for too long is disconnected.
 */
final class AgentStream implements StreamObserver<PlayRequest>, AgentConnection {
    /*
     * Requests come sequentially from the transport; updates come from any thread. This object's monitor guards all
     * state and orders the messages. Agents and games are never called under it; seats are only read. While an answer
     * is processed, sending is held, so that its receipt precedes the updates that it causes.
     */

    /** The maximum number of waiting receipts. Beyond it, no request of the agent is read until it reads. */
    private static final int MAX_RECEIPT_COUNT = 1024;

    /** The maximum number of answers in a request: an agent plays no more games at a time. */
    private static final int MAX_ANSWER_COUNT = AgentProfile.GREATEST_GAME_COUNT;

    private static final Logger LOG = LoggerFactory.getLogger(AgentStream.class);

    private final AgentRegistry agents;
    private final AgentAdmission admission;
    private final Principal principal;
    private final DrainHooks drainHooks;
    private final TimeSource time;
    private final ServerCallStreamObserver<PlayResponse> observer;
    private final Runnable ending = this::shutDown;

    /** One object, so that {@link DeferredSends} knows it again. */
    private final Runnable proceeding = this::proceed;

    private final Queue<AnswerReceipt> receipts = new ArrayDeque<>();
    private final Set<AgentSeat> updates = new LinkedHashSet<>();
    private AgentResponses responses;
    private @Nullable AgentGameSync sync;
    private @Nullable Agent agent;
    private Runnable cancelStallTimeout = () -> {};
    private boolean isStalled;
    private boolean isHeld;
    /** Sending a message may call the ready handler. */
    private boolean isSending;

    private boolean isRequested;
    private boolean isDone;

    private AgentStream(
            AgentRegistry agents,
            AgentAdmission admission,
            Principal principal,
            DrainHooks drainHooks,
            TimeSource time,
            ServerCallStreamObserver<PlayResponse> observer) {
        this.agents = agents;
        this.admission = admission;
        this.principal = principal;
        this.drainHooks = drainHooks;
        this.time = time;
        this.observer = observer;
        responses = AgentResponses.single(observer::onNext);
    }

    /** Opens the stream of a client of {@code principal} that joins {@code agents}. */
    static StreamObserver<PlayRequest> open(
            AgentRegistry agents,
            AgentAdmission admission,
            Principal principal,
            DrainHooks drainHooks,
            TimeSource time,
            StreamObserver<PlayResponse> observer) {
        ServerCallStreamObserver<PlayResponse> call = (ServerCallStreamObserver<PlayResponse>) observer;
        AgentStream stream = new AgentStream(agents, admission, principal, drainHooks, time, call);
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
        if (known != null) {
            handle(request.hasLeave() ? known::leave : () -> answer(known, request));
            return;
        }
        try {
            // The next request comes only after this one has been handled.
            admission.executor().execute(() -> handle(() -> join(request)));
        } catch (CallException e) {
            fail(e);
        }
    }

    /** Handles a request, and then requests the next one. */
    private void handle(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
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
        AgentViewOptions options = AgentConverter.viewOptions(request.getJoin());
        AgentProfile profile = AgentConverter.profile(request.getJoin());
        boolean usesBatches = request.getJoin().getAcceptBatches();
        admission.require(profile, principal);
        Agent joined = agents.join(profile, request.getJoin().getResumeKey().toByteArray(), this);
        boolean isLate;
        synchronized (this) {
            isLate = isDone; // The stream was replaced or cancelled meanwhile.
            if (!isLate) {
                agent = joined;
                observer.onNext(PlayResponse.newBuilder()
                        .setJoined(AgentConverter.joined(
                                joined.name(),
                                joined.resumeKey(),
                                agents.settings().reconnect(),
                                usesBatches))
                        .build());
                if (usesBatches) {
                    responses = AgentResponses.inBatches(observer::onNext);
                }
                sync = new AgentGameSync(options, responses::add);
            }
        }
        if (isLate) {
            joined.disconnected(this);
        }
    }

    private void answer(Agent known, PlayRequest request) {
        if (request.hasAnswers() && usesBatches()) {
            List<TurnAnswer> answers = request.getAnswers().getAnswersList();
            if (answers.isEmpty() || answers.size() > MAX_ANSWER_COUNT) {
                throw InvalidValueException.outside("answers", "of " + answers.size(), 1, MAX_ANSWER_COUNT);
            }
            DeferredSends.during(() -> answers.forEach(answer -> answer(known, answer)));
        } else if (request.hasAnswer()) {
            answer(known, request.getAnswer());
        } else {
            String allowed = usesBatches() ? "answer, answers or leave" : "answer or leave";
            throw CallException.invalid("request", name(request), allowed + ", after the first request");
        }
    }

    private void answer(Agent known, TurnAnswer answer) {
        AnswerStatus status = known.answer(AgentConverter.answer(answer));
        synchronized (this) {
            if (!responses.isBatched() || status != AnswerStatus.ACCEPTED) {
                receipts.add(AgentConverter.receipt(answer, status));
            }
        }
    }

    private synchronized boolean usesBatches() {
        return responses.isBatched();
    }

    private static String name(PlayRequest request) {
        return switch (request.getRequestCase()) {
            case JOIN -> "join";
            case ANSWER -> "answer";
            case ANSWERS -> "answers";
            case LEAVE -> "leave";
            case REQUEST_NOT_SET -> "empty";
        };
    }

    @Override
    public void changed(AgentSeat seat) {
        synchronized (this) {
            if (isDone) {
                return;
            }
            updates.add(seat);
        }
        if (!DeferredSends.defer(proceeding)) {
            proceed();
        }
    }

    /** Sends what waits while the stream is ready, and requests the next message. */
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

    /**
     * Sends what waits, all of it or while the stream is ready. Adds the seats whose games are over to {@code left}.
     */
    private void send(List<AgentSeat> left, boolean isAll) {
        boolean hasSent = false;
        isSending = true;
        while (hasUpdates() && (isAll || observer.isReady())) {
            hasSent = true;
            sendOne(left);
        }
        responses.flush();
        isSending = false;
        if (hasSent || !hasUpdates()) {
            cancelStallTimeout.run();
            isStalled = false;
        }
        if (hasUpdates() && !isStalled) {
            isStalled = true;
            long end = time.nanoTime() + agents.settings().reconnect().toNanos();
            cancelStallTimeout = time.schedule(end, this::endStalled);
        }
    }

    private boolean hasUpdates() {
        return !receipts.isEmpty() || (sync != null && !updates.isEmpty());
    }

    private void sendOne(List<AgentSeat> left) {
        AnswerReceipt receipt = receipts.poll();
        if (receipt != null) {
            responses.add(PlayResponse.newBuilder().setReceipt(receipt).build());
            return;
        }
        AgentSeat seat = updates.iterator().next();
        updates.remove(seat);
        if (sync != null && sync.send(seat)) {
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
    public void complete() {
        onCompleted();
    }

    @Override
    public void end(CallException reason) {
        fail(reason);
    }

    @Override
    public void onCompleted() {
        finish(observer::onCompleted);
    }

    @Override
    public void onError(Throwable fault) {
        // The cancellation handler runs, too.
    }

    private void fail(Throwable fault) {
        finish(() -> {
            try {
                observer.onError(StatusConverter.toStatus(fault));
            } catch (IllegalStateException e) {
                // The request validation has closed the call, and its close handler has not run yet.
                LOG.debug("The call was already closed", e);
            }
        });
    }

    /** Handles the end of the call. */
    private void gone() {
        finish(() -> {});
    }

    private void finish(Runnable lastMessage) {
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
            cancelStallTimeout.run();
            known = agent;
            lastMessage.run();
        }
        drainHooks.remove(ending);
        left.forEach(AgentSeat::leave);
        if (known != null) {
            known.disconnected(this);
        }
    }
}
