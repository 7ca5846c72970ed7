package dev.tengen.arena.host;

import com.google.common.collect.EvictingQueue;
import com.google.common.collect.Queues;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.MoveAnswer;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An agent that is connected, or that may still reconnect. Thread-safe. */
public final class Agent {
    /*
     * The lock of AgentRegistry guards the connection and the reservations; turns and answers do not take it. A seat is
     * registered before it has updates, and a connection before it is notified of the seats. So whichever comes second
     * notifies the connection; sometimes both do.
     */

    private static final int MAX_ENDED_GAMES = 2048;

    private final AgentRegistry agents;
    private final String name;
    private final byte[] resumeKey;
    private final Map<String, AgentSeat> seats = new ConcurrentHashMap<>();

    /** The ids of the latest games, to distinguish late answers from answers to unknown games. */
    private final Queue<String> endedGames = Queues.synchronizedQueue(EvictingQueue.create(MAX_ENDED_GAMES));

    private AgentProfile profile;
    private int reservedCount;
    private boolean isLeaving;
    private Runnable cancelExpiry = () -> {};
    private volatile @Nullable AgentConnection connection;

    Agent(AgentRegistry agents, AgentProfile profile, byte[] resumeKey) {
        this.agents = agents;
        name = profile.name();
        this.profile = profile;
        this.resumeKey = resumeKey;
    }

    public String name() {
        return name;
    }

    /** Returns the secret key that reconnects the agent. */
    public byte[] resumeKey() {
        return resumeKey.clone();
    }

    /** Handles an answer, and returns its status. */
    public AnswerStatus answer(MoveAnswer answer) {
        AgentSeat seat = seats.get(answer.gameId());
        if (seat != null) {
            return seat.answer(answer);
        }
        return endedGames.contains(answer.gameId()) ? AnswerStatus.GAME_OVER : AnswerStatus.WRONG_GAME;
    }

    /** Lets the agent leave: it gets no further game, and its connection is completed after its last one. */
    public void leave() {
        agents.leave(this);
    }

    /** Reports that {@code lost} has closed. The agent may reconnect, unless it has another connection already. */
    public void disconnected(AgentConnection lost) {
        agents.disconnected(this, lost);
    }

    boolean isKey(byte[] key) {
        return MessageDigest.isEqual(key, resumeKey);
    }

    /** Notifies the connection, if there is one, of updates of {@code seat}. */
    void notify(AgentSeat seat) {
        AgentConnection present = connection;
        if (present != null) {
            present.changed(seat);
        } else if (seat.isOver() && agents.isGone(this)) {
            release(seat);
        }
    }

    void release(AgentSeat seat) {
        agents.release(this, seat);
    }

    // The methods below are called under the lock of AgentRegistry.

    @Nullable
    AgentConnection connection() {
        return connection;
    }

    /** Sets the connection, and returns the previous one; null for none. */
    @Nullable
    AgentConnection connect(AgentConnection next, AgentProfile newProfile) {
        AgentConnection before = connection;
        connection = next;
        profile = newProfile;
        isLeaving = false;
        cancelExpiry();
        return before;
    }

    void disconnect() {
        connection = null;
    }

    void cancelExpiry() {
        cancelExpiry.run();
    }

    /** Sets the action that cancels the expiry. */
    void expireUnless(Runnable cancel) {
        cancelExpiry = cancel;
    }

    void startLeaving() {
        isLeaving = true;
    }

    /** Returns the connection to complete, since the agent leaves and has no game left; null for none. */
    @Nullable
    AgentConnection finishedConnection() {
        return isLeaving && gameCount() == 0 ? connection : null;
    }

    boolean isFree() {
        return connection != null && !isLeaving && gameCount() < profile.maxGameCount();
    }

    /** Returns the number of its games and reservations. */
    int gameCount() {
        return seats.size() + reservedCount;
    }

    void reserve(int change) {
        reservedCount += change;
        assert reservedCount >= 0 : reservedCount;
    }

    int reservedCount() {
        return reservedCount;
    }

    void add(AgentSeat seat) {
        seats.put(seat.gameId(), seat);
    }

    void remove(AgentSeat seat) {
        endedGames.add(seat.gameId());
        seats.remove(seat.gameId(), seat);
    }

    Collection<AgentSeat> seats() {
        return List.copyOf(seats.values());
    }

    AgentStatus status() {
        return new AgentStatus(profile, connection != null, gameCount());
    }
}
