package dev.tengen.arena.host;

import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.MoveAnswer;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An agent that is connected, or waited for. Thread-safe.
 */
public final class Agent {
    /*
     * Who is where is guarded by the lock of Agents, which makes all changes; turns and answers go without it. A seat is there
     * before it has news, and a line before it is told of the seats: so whichever comes second tells the line, maybe both do.
     */

    private final AgentRegistry agents;
    private final String name;
    private final byte[] resumeKey;
    private final Map<String, AgentSeat> seats = new ConcurrentHashMap<>();
    private final EndedGames endedGames = new EndedGames();
    private AgentProfile profile;
    private int reservedCount;
    private Runnable expiry = () -> {};
    private volatile @Nullable AgentConnection line;

    Agent(AgentRegistry agents, AgentProfile profile, byte[] resumeKey) {
        this.agents = agents;
        name = profile.name();
        this.profile = profile;
        this.resumeKey = resumeKey;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the secret by which only this agent comes back. */
    public byte[] resumeKey() {
        return resumeKey.clone();
    }

    /** Takes an answer, and returns what becomes of it. */
    public AnswerStatus answer(MoveAnswer answer) {
        AgentSeat seat = seats.get(answer.gameId());
        if (seat != null) {
            return seat.answer(answer);
        }
        return endedGames.contains(answer.gameId()) ? AnswerStatus.GAME_OVER : AnswerStatus.WRONG_GAME;
    }

    /** Tells that {@code lost} is there no more; the agent is waited for, unless it has another line already. */
    public void left(AgentConnection lost) {
        agents.left(this, lost);
    }

    boolean isKey(byte[] key) {
        return MessageDigest.isEqual(key, resumeKey);
    }

    /** Tells the line, if there is one, that there may be news of {@code seat}. */
    void tell(AgentSeat seat) {
        AgentConnection present = line;
        if (present != null) {
            present.changed(seat);
        } else if (seat.isOver() && agents.isGone(this)) {
            release(seat);
        }
    }

    void release(AgentSeat seat) {
        agents.release(this, seat);
    }

    // What follows is called under the lock of Agents.

    @Nullable
    AgentConnection line() {
        return line;
    }

    /** Takes a line, and returns the one that it had before, if any. */
    @Nullable
    AgentConnection connect(AgentConnection next, AgentProfile said) {
        AgentConnection before = line;
        line = next;
        profile = said;
        stopWaiting();
        return before;
    }

    void disconnect() {
        line = null;
    }

    void stopWaiting() {
        expiry.run();
    }

    /** Keeps what ends the waiting for the agent. */
    void waitWith(Runnable stopWaiting) {
        expiry = stopWaiting;
    }

    boolean hasFreePlace() {
        return line != null && gameCount() < profile.maxGameCount();
    }

    /** Returns the count of its games, those that are about to begin included. */
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

    boolean remove(AgentSeat seat) {
        endedGames.add(seat.gameId());
        return seats.remove(seat.gameId(), seat);
    }

    Collection<AgentSeat> seats() {
        return List.copyOf(seats.values());
    }

    AgentStatus status() {
        return new AgentStatus(profile, line != null, gameCount());
    }
}
