package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.EpisodeRecord;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.Opponent;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.identity.SeatTokens;
import dev.tengen.server.quota.PrincipalUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An environment that outlives a call: a lock, the environment, and the log of the requests that changed it. What
 * follows the session gets each change in {@link #publish}; see there for the order.
 *
 * <p>A call that changes the session takes a {@link RequestKey}; a retry gets the answer of the first call and changes
 * nothing. What a call returns is made by a reader: a function of the environment that runs while the session is
 * locked, must not change the environment, and must not keep it.
 *
 * <p>Callers hold a {@link SessionLease}, without which the session may expire.
 *
 * <p>Thread-safe: the calls on one session run one after another, each completely; calls on different sessions do not
 * wait for each other. A call that throws has changed nothing. Every call throws
 * {@link dev.tengen.server.error.CallException} if the session is closed. Callers in this process need not use
 * {@link #executor}, but their calls wait for the opponent then.
 */
public final class Session {
    /**
     * Up to this many moves, every call takes at most a few milliseconds. Episodes with the default limit are shorter.
     */
    private static final int MAX_SHORT_MOVE_COUNT = 2_000;

    private static final CompletableFuture<?> NOTHING_TO_WRITE = CompletableFuture.completedFuture(null);

    private final String id;
    private final PrincipalUsage owner;
    private final long number;
    private final RulesPreset preset;
    private final Duration idleTimeout;
    private final String origin;

    /** Guards the environment and what is remembered of it. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Environment environment;
    private Episode episode;
    private final RequestLog<RememberedAnswer> requests = new RequestLog<>();
    private @Nullable RememberedAnswer last;

    private final SessionMemory memory;
    private final Optional<SessionJournal> journal;
    private final ActivityListener listener;
    private final SessionWatchers watchers = new SessionWatchers();

    private final Optional<CallExecutor> blocking;
    private final CallExecutor longCalls;
    private final SessionCancellation cancellation;
    private final IdleTimer idleTimer;

    /** Count of the moves of the episode; written with the lock of the session. */
    private volatile int moveCount;

    /** The entry of this session between calls, kept where a call may block. */
    private volatile @Nullable SessionEntry keptEntry;

    private boolean isClosed;

    /**
     * Creates a session of the principal of {@code owner}, the {@code number}th of its server, on which the caller
     * holds a lease. It takes ownership of {@code memory}. {@code blocking} executes its calls if they may block for
     * the opponent, and {@code longCalls} those on a long episode. {@code journal} writes its states, if they are
     * stored. {@code origin} is the text of the part of the server that opened it. It has been idle for {@code idle}.
     */
    Session(
            String id,
            PrincipalUsage owner,
            long number,
            RulesPreset preset,
            Environment environment,
            ActivityListener listener,
            SessionMemory memory,
            Optional<CallExecutor> blocking,
            CallExecutor longCalls,
            Optional<SessionJournal> journal,
            Duration idleTimeout,
            String origin,
            Duration idle,
            Ticker ticker) {
        this.id = id;
        this.owner = owner;
        this.number = number;
        this.preset = preset;
        this.environment = environment;
        this.listener = listener;
        this.memory = memory;
        cancellation = new SessionCancellation(id);
        this.idleTimeout = idleTimeout;
        this.origin = origin;
        idleTimer = new IdleTimer(ticker, idleTimeout, idle);
        this.blocking = blocking;
        this.longCalls = longCalls;
        this.journal = journal;
        moveCount = environment.game().moveNumber();
        episode = Episode.of(environment);
        keptEntry = blocking.isPresent() ? SessionEntry.of(this, environment) : null;
    }

    /**
     * Returns the executor for calls on this session: the calling thread, or other threads if a call may block, or
     * takes long because the episode does.
     */
    public CallExecutor executor() {
        return blocking.orElse(moveCount <= MAX_SHORT_MOVE_COUNT ? CallExecutor.CALLER : longCalls);
    }

    /**
     * Returns the future of the last change that was written to the store. It has completed if sessions are not stored.
     * A call that changes the session must not be answered before.
     */
    public CompletableFuture<?> durable() {
        return journal.<CompletableFuture<?>>map(SessionJournal::durable).orElse(NOTHING_TO_WRITE);
    }

    /**
     * Waits until all changes are stored. For callers in this process, whose threads may block.
     *
     * @throws dev.tengen.server.error.CallException if a change could not be stored
     */
    public void awaitDurable() {
        CompletableFuture<?> last = durable();
        if (last.isDone() && !last.isCompletedExceptionally()) {
            return;
        }
        FairExecutor.awaitDone(last);
        try {
            last.join();
        } catch (CompletionException e) {
            throw storeFailure(e);
        }
    }

    /** Returns the error of a call whose change could not be stored because of {@code error}. */
    public static CallException storeFailure(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause instanceof CallException known
                ? known
                : CallException.of(
                        Reason.STORE_FAILED, "the change could not be stored; retry with the same request id");
    }

    /** Returns the journal, if the session is stored. */
    Optional<SessionJournal> journal() {
        return journal;
    }

    /** Returns whether the session can leave the memory: it is stored, and nothing in memory refers to it. */
    boolean isEvictable() {
        return journal.filter(known -> known.isSettled() && !known.isSeated()).isPresent() && watchers.isEmpty();
    }

    /** Returns whether another server can have the session: its changes are stored. */
    boolean isReleasable() {
        return journal.filter(SessionJournal::isSettled).isPresent();
    }

    /** Remembers the changes of an earlier process, oldest first, the last of which led to the current state. */
    void remember(List<SessionStore.StoredRequest> earlier) {
        SessionJournal known = journal.orElseThrow();
        for (SessionStore.StoredRequest request : earlier) {
            last = known.answer(request.sequence());
            requests.add(request.id(), request.content(), last);
        }
    }

    /** Writes the first state to the store; {@code opening} is the request that opened the session. */
    void storeOpening(Principal principal, RequestKey opening) {
        journal.ifPresent(known -> known.open(
                new StoredSession(id, number, principal, idleTimeout, Set.of(), opening, origin), environment, preset));
    }

    /** Returns the count of the moves of the episode. It does not wait for a call that runs. */
    int moveCount() {
        return moveCount;
    }

    /** Returns what cancels the calls on the session. */
    public SessionCancellation cancellation() {
        return cancellation;
    }

    /** Returns the id of the session. */
    public String id() {
        return id;
    }

    /** Returns the name of the principal that the session belongs to. */
    public String owner() {
        return owner.name();
    }

    /** Returns what that principal uses. */
    PrincipalUsage usage() {
        return owner;
    }

    /** Returns the number of the session among all that its server opened, from 1. */
    public long number() {
        return number;
    }

    /** Returns the text of the part of the server that opened the session; empty for none. */
    public String origin() {
        return origin;
    }

    /** Returns how long the session may be idle before it expires. */
    public Duration idleTimeout() {
        return idleTimeout;
    }

    IdleTimer idleTimer() {
        return idleTimer;
    }

    /** Returns the spec of the environment. */
    public EnvironmentSpec spec() {
        return environment.spec();
    }

    /** Returns the rule preset that the session was created with. */
    public RulesPreset preset() {
        return preset;
    }

    /**
     * Returns whether calls may block for the opponent, as {@code BlockingPolicy} decided when the session was created.
     */
    boolean mayBlock() {
        return keptEntry != null;
    }

    /**
     * Reserves the memory for the tokens of seats, and stores that the session has them.
     *
     * @throws dev.tengen.server.error.CallException if too little memory is free
     */
    void openSeats(Set<Seat.Place> places) {
        lock();
        try {
            memory.growForSeats(SeatTokens.SEAT_BYTES * places.size());
            journal.ifPresent(known -> known.setSeats(places));
        } finally {
            lock.unlock();
        }
    }

    /** Returns what {@code reader} makes of the current state. */
    public <T> T read(Function<Environment, T> reader) {
        lock();
        try {
            requireOpen();
            T result = reader.apply(environment);
            requireHeld();
            return result;
        } catch (CallException | InvalidValueException e) {
            requireHeld(); // Otherwise the error could come from an old state.
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Locks the session. A thread that takes turns with others lets them run while it waits. */
    private void lock() {
        if (!lock.tryLock()) {
            FairExecutor.await(lock::lockInterruptibly);
        }
    }

    /**
     * Locks the session as {@link #lock} does, also if this thread is interrupted, or others of its connection wait.
     */
    private void lockAlways() {
        if (lock.tryLock()) {
            return;
        }
        try {
            FairExecutor.await(lock::lock);
        } catch (CallException e) {
            lock.lock();
        }
    }

    /**
     * If the episode is over, releases the resources of the opponent until it moves again, which may fail then as at
     * the creation of a session.
     */
    public void releaseOpponentOfEndedEpisode() {
        lock();
        try {
            if (!isClosed && environment.isOver()) {
                environment.releaseOpponent();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns an estimate of the memory of a {@link #view}, in bytes. It does not wait for a call that runs. */
    public long viewBytes() {
        return Game.memoryBytes(spec().grid(), spec().rules(), moveCount);
    }

    /** Returns the current state, with a copy of the game. */
    public SessionView view() {
        return read(current -> new SessionView(
                current.spec(),
                preset,
                current.episode(),
                current.game().copy(),
                current.endReason(),
                EpisodeRecord.result(current).orElse(""),
                current.endMessage(),
                current.undoRefusal().isEmpty()));
    }

    /** Returns the entry of this session in a list; open or closed. It does not wait for a call that blocks. */
    SessionEntry entry() {
        SessionEntry kept = keptEntry;
        if (kept != null) {
            return kept;
        }
        lock();
        try {
            return SessionEntry.of(this, environment);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Plays an action of a caller in this process, which needs no retry, and the reply of the opponent.
     *
     * @param action the action as the agent numbers it
     * @param expected the state in which the session must be
     * @return whether the action was legal; an illegal one is returned only if the spec ignores it or makes it lose
     * @throws dev.tengen.server.error.CallException if the episode is over or in another state, or the action is
     *     illegal and rejected
     */
    public Legality step(int action, ExpectedState expected) {
        return step(
                RequestKey.NONE,
                action,
                expected,
                answer -> answer.environment().lastLegality());
    }

    /**
     * What a call that changes the session returns: the state right after it.
     *
     * @param environment the environment in that state; for a retry of an earlier call, one that was rebuilt
     * @param currentEpisode number of the current episode of the session, which is greater than that of
     *     {@code environment} if the call is a retry and the session has been reset since
     */
    public record Answer(Environment environment, long currentEpisode) {}

    /**
     * Plays an action and the reply of the opponent, and returns what {@code reader} makes of the state after it.
     *
     * @param key identifies the request
     * @param action the action as the agent numbers it
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the episode is over or in another state, the action is illegal
     *     and rejected, or the request id was used for another request
     */
    public <T> T step(RequestKey key, int action, ExpectedState expected, Function<Answer, T> reader) {
        return change(key, reader, () -> {
            expected.require(environment);
            memory.growFor(environment.game().moveNumber());
            Legality legality = environment.step(action);
            if (!legality.isLegal()) {
                listener.illegalAction(legality);
            }
            boolean isRejected = legality == Legality.EPISODE_OVER
                    || environment.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
            if (!legality.isLegal() && isRejected) {
                throw IllegalActionErrors.of(environment, action, legality);
            }
            listener.stepped(1);
        });
    }

    /**
     * Proposes dead stones for a caller in this process, which needs no retry.
     *
     * @param dead the stones
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the episode is over, in another state or not at the agreement on
     *     dead stones
     * @throws dev.tengen.base.InvalidValueException if the stones are not complete chains
     */
    public void proposeDead(PointSet dead, ExpectedState expected) {
        proposeDead(RequestKey.NONE, () -> dead, expected, Answer::currentEpisode);
    }

    /**
     * Proposes dead stones, and returns what {@code reader} makes of the state after it.
     *
     * @param key identifies the request
     * @param points returns the stones; called only if a proposal can be made
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the episode is over, in another state or not at the agreement on
     *     dead stones, or the request id was used for another request
     * @throws dev.tengen.base.InvalidValueException if the points are not those of complete chains
     */
    public <T> T proposeDead(
            RequestKey key, Supplier<PointSet> points, ExpectedState expected, Function<Answer, T> reader) {
        return change(key, reader, () -> {
            expected.require(environment);
            if (environment.isOver()) {
                throw IllegalActionErrors.episodeOver(environment);
            }
            if (!environment.game().isInAgreement()) {
                throw IllegalActionErrors.noAgreement(environment);
            }
            memory.growFor(environment.game().moveNumber());
            PointSet dead = points.get();
            memory.growForProposals(Environment.proposalBytes(spec(), dead.size()));
            environment.proposeDead(dead);
            listener.stepped(1);
        });
    }

    /**
     * Takes back moves of a caller in this process, which needs no retry. See {@link Environment#undo}.
     *
     * @param moveCount the number of moves, of both players
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the session is in another state, or no move can be taken back
     * @throws dev.tengen.base.InvalidValueException if {@code moveCount} is not allowed
     */
    public void undo(int moveCount, ExpectedState expected) {
        undo(RequestKey.NONE, moveCount, expected, Answer::currentEpisode);
    }

    /**
     * Takes back moves, and returns what {@code reader} makes of the state after it. See {@link Environment#undo}.
     *
     * @param key identifies the request
     * @param moveCount the number of moves, of both players
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the session is in another state, no move can be taken back, or
     *     the request id was used for another request
     * @throws dev.tengen.base.InvalidValueException if {@code moveCount} is not allowed
     */
    public <T> T undo(RequestKey key, int moveCount, ExpectedState expected, Function<Answer, T> reader) {
        return change(key, reader, () -> {
            expected.require(environment);
            environment.undoRefusal().ifPresent(refusal -> {
                throw IllegalActionErrors.noUndo(refusal);
            });
            environment.requireUndo(moveCount);
            int remaining = environment.game().moveNumber() - moveCount;
            memory.keep(moveCount, environment.proposalBytesAfter(remaining));
            episode = episode.branch(remaining);
            environment.undo(moveCount);
        });
    }

    /**
     * Starts a new episode, and returns what {@code reader} makes of its start.
     *
     * @param key identifies the request
     * @param seed the seed; the one that follows from the seed of the current episode if empty
     * @param options returns the options of a task; called only if the request is no retry
     * @throws dev.tengen.server.error.CallException if the request id was used for another request
     * @throws dev.tengen.base.InvalidValueException if the options do not fit the task
     */
    public <T> T reset(RequestKey key, OptionalLong seed, Supplier<TaskOptions> options, Function<Answer, T> reader) {
        return change(key, reader, () -> {
            TaskOptions wanted = options.get();
            memory.keep(environment.game().moveNumber(), environment.proposalBytes());
            environment.reset(seed.isPresent() ? seed.getAsLong() : environment.nextSeed(), wanted);
            episode.end();
            episode = Episode.of(environment);
            memory.startEpisode(environment.game().moveNumber());
        });
    }

    /** Returns the size of the moves of earlier episodes that remembered answers need. */
    private long keptBytes() {
        return Stream.concat(
                        Stream.of(episode),
                        requests.answers().stream()
                                .filter(EpisodeAnswer.class::isInstance)
                                .map(answer -> ((EpisodeAnswer) answer).episode()))
                .distinct()
                .mapToLong(Episode::keptBytes)
                .sum();
    }

    /**
     * Makes a change, or finds that it was made before, and returns what {@code reader} makes of the state after it.
     */
    private <T> T change(RequestKey key, Function<Answer, T> reader, Runnable change) {
        lock();
        try {
            requireOpen();
            journal.ifPresent(SessionJournal::requireWritable);
            return changeLocked(key, reader, change);
        } catch (CallException | InvalidValueException e) {
            requireHeld(); // Otherwise the error could come from an old state.
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private <T> T changeLocked(RequestKey key, Function<Answer, T> reader, Runnable change) {
        Optional<RememberedAnswer> remembered = requests.find(key);
        if (remembered.isPresent()) {
            // Most retries are of the last call, whose state is the current one.
            RememberedAnswer answer = remembered.get();
            T result = reader.apply(new Answer(
                    answer.equals(last) ? environment : answer.environment(environment.spec()), environment.episode()));
            requireHeld();
            return result;
        }
        Optional<PlayerFactory> opponent = spec().opponent().map(Opponent::player);
        try (MemoryReservation search =
                memory.reserveSearch(opponent, environment.game().moveNumber())) {
            assert search.bytes() >= 0 : "the opponent may use it for its reply";
            if (Engines.isEngine(opponent)) {
                FairExecutor.block(change);
            } else {
                change.run();
            }
        } finally {
            memory.settle(environment, this::keptBytes);
        }
        publish(key, EpisodeAnswer.of(episode, environment));
        return reader.apply(new Answer(environment, environment.episode()));
    }

    /**
     * Passes a change on to everything that follows the session. It happens here alone, and in this order: a retry
     * finds the change, the journal is given it before anybody sees it, the end of an episode is counted, and the
     * watchers see it. The caller of the session comes last.
     */
    private void publish(RequestKey key, EpisodeAnswer change) {
        moveCount = change.moveNumber();
        last = change;
        requests.add(key, change);
        journal.ifPresent(known -> known.append(key, environment, preset));
        if (environment.isOver()) {
            listener.episodeEnded(change.endReason());
        }
        watchers.changed(environment);
        if (keptEntry != null) {
            keptEntry = SessionEntry.of(this, environment);
        }
    }

    /**
     * Reserves the memory that {@code player} takes while it chooses a move after {@code moveCount} moves. The caller
     * closes the reservation.
     *
     * @throws dev.tengen.server.error.CallException if too little memory is free
     */
    MemoryReservation reserveSearch(PlayerFactory player, int moveCount) {
        return memory.reserveSearch(Optional.of(player), moveCount);
    }

    /** Notifies {@code watcher} of the current state, and of each change until it is removed. */
    public void addWatcher(SessionWatcher watcher) {
        lock();
        try {
            requireOpen();
            requireHeld();
            watchers.add(watcher, environment);
        } finally {
            lock.unlock();
        }
    }

    /** Removes {@code watcher}. */
    public void removeWatcher(SessionWatcher watcher) {
        watchers.remove(watcher);
    }

    /** Closes the session and its opponent. Later calls fail. */
    void close() {
        close(watchers::end);
    }

    /**
     * Closes the session and its opponent in this server alone: the store keeps the session. Later calls on this object
     * fail.
     */
    void leave() {
        close(watchers::leave);
    }

    private void close(Runnable notification) {
        lockAlways();
        try {
            isClosed = true;
            notification.run();
            environment.close();
            memory.close();
        } finally {
            lock.unlock();
        }
    }

    /** Notifies the watchers of the end and removes them. */
    void endWatching() {
        watchers.end();
    }

    /** Requires that no other server has taken the session, after its state was read. */
    private void requireHeld() {
        journal.ifPresent(SessionJournal::requireHeld);
    }

    private void requireOpen() {
        if (isClosed) {
            journal.ifPresent(SessionJournal::requireHealthy);
            throw SessionAccess.notFound(id);
        }
    }
}
