package dev.tengen.arena.host;

import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The agents that are connected, and those that are waited for because they have lost their line in the middle of games.
 *
 * <p>An agent is known by its name, and known again by a key that only it was told. While it is away the clocks of its turns
 * run on; when the time to come back is over, its games are lost by {@link dev.tengen.arena.game.Verdict#DISCONNECTION}. An
 * agent without games is forgotten as soon as its line is lost.
 *
 * <p>Thread-safe.
 */
public final class AgentRegistry {
    /*
     * This object's monitor guards who is there. Lines, games and listeners are called outside of it.
     */

    private static final int KEY_BYTES = 24;

    private final AgentSettings settings;
    private final TimeSource time;
    private final LongConsumer latency;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Agent> byName = new HashMap<>();
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();

    /** Makes a place for agents; {@code latency} is told the nanoseconds that each answer took. */
    public AgentRegistry(AgentSettings settings, TimeSource time, LongConsumer latency) {
        this.settings = settings;
        this.time = time;
        this.latency = latency;
    }

    /** Returns how long agents are waited for, and how many there may be. */
    public AgentSettings settings() {
        return settings;
    }

    /**
     * Lets an agent come over {@code line}, which is told at once of the games it has.
     *
     * @param key the key of the agent that comes back; empty, or one that is not known any more, for one that comes anew
     * @throws CallException with {@link Reason#AGENT_NAME_TAKEN} or {@link Reason#TOO_MANY_AGENTS}
     */
    public Agent join(AgentProfile profile, byte[] key, AgentConnection line) {
        Agent agent;
        @Nullable AgentConnection before;
        synchronized (this) {
            agent = known(profile.name(), key).orElseGet(() -> add(profile));
            before = agent.connect(line, profile);
        }
        if (before != null) {
            before.end(CallException.of(Reason.AGENT_REPLACED, "the agent came back on another stream"));
        }
        agent.seats().forEach(line::changed);
        tellListeners();
        return agent;
    }

    private Optional<Agent> known(String name, byte[] key) {
        Agent agent = byName.get(name);
        if (agent != null && !agent.isKey(key)) {
            throw CallException.of(
                    Reason.AGENT_NAME_TAKEN,
                    agent.line() == null
                            ? "an agent of this name has lost its connection and is waited for; come back with its key"
                            : "another agent has this name");
        }
        return Optional.ofNullable(agent);
    }

    private Agent add(AgentProfile profile) {
        if (byName.size() >= settings.maxCount()) {
            throw CallException.of(
                    Reason.TOO_MANY_AGENTS, settings.maxCount() + " agents are there, as many as allowed");
        }
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Agent agent = new Agent(this, profile, key);
        byName.put(profile.name(), agent);
        return agent;
    }

    /** Takes note that {@code agent} has lost {@code line}. */
    void left(Agent agent, AgentConnection line) {
        synchronized (this) {
            if (agent.line() != line) {
                return;
            }
            agent.disconnect();
            if (agent.gameCount() == 0) {
                byName.remove(agent.name(), agent);
            } else {
                long end = time.nanoTime() + settings.reconnect().toNanos();
                agent.waitWith(time.schedule(end, () -> expire(agent)));
            }
        }
        tellListeners();
    }

    private void expire(Agent agent) {
        synchronized (this) {
            if (agent.line() != null || !byName.remove(agent.name(), agent)) {
                return;
            }
        }
        agent.seats().forEach(AgentSeat::forfeit);
    }

    /** Returns whether {@code agent} is neither there nor waited for. */
    synchronized boolean isGone(Agent agent) {
        return byName.get(agent.name()) != agent;
    }

    /** Takes {@code seat} from {@code agent}, which is free for another game. */
    void release(Agent agent, AgentSeat seat) {
        synchronized (this) {
            agent.remove(seat);
            if (agent.line() == null && agent.gameCount() == 0 && byName.remove(agent.name(), agent)) {
                agent.stopWaiting();
            }
        }
        tellListeners();
    }

    /** Returns whether the agent called {@code name} is connected and free for another game. */
    public synchronized boolean isFree(String name) {
        Agent agent = byName.get(name);
        return agent != null && agent.hasFreePlace();
    }

    /** Returns whether an agent called {@code name} is connected. */
    public synchronized boolean isConnected(String name) {
        Agent agent = byName.get(name);
        return agent != null && agent.line() != null;
    }

    /** Returns the count of agents that are connected. */
    public synchronized int connectedCount() {
        return (int)
                byName.values().stream().filter(agent -> agent.line() != null).count();
    }

    /** Keeps a place for a game that is about to begin, if the agent is {@linkplain #isFree free}, and returns whether it did. */
    synchronized boolean reserve(String name) {
        Agent agent = byName.get(name);
        boolean isFree = agent != null && agent.hasFreePlace();
        if (agent != null && isFree) {
            agent.reserve(1);
        }
        return isFree;
    }

    /** Gives back a place that was kept. */
    void unreserve(String name) {
        synchronized (this) {
            Agent agent = byName.get(name);
            if (agent == null || agent.reservedCount() == 0) {
                return; // It was waited for in vain.
            }
            agent.reserve(-1);
        }
        tellListeners();
    }

    /**
     * Takes the place that was kept, and returns the seat. Where the agent has gone since, the seat is that of an agent that
     * is disconnected for good.
     */
    Seat sit(SeatRequest invitation, String name) {
        AgentSeat seat;
        synchronized (this) {
            Agent agent = byName.get(name);
            if (agent == null || agent.reservedCount() == 0) {
                agent = new Agent(this, new AgentProfile(name, "", 1), new byte[0]);
                seat = new AgentSeat(agent, invitation, time, latency);
                seat.forfeit();
                return seat;
            }
            agent.reserve(-1);
            seat = new AgentSeat(agent, invitation, time, latency);
            agent.add(seat);
        }
        return seat;
    }

    /** Returns all agents, by their names. */
    public synchronized List<AgentStatus> list() {
        return byName.values().stream()
                .map(Agent::status)
                .sorted(Comparator.comparing(status -> status.profile().name()))
                .toList();
    }

    /** Calls {@code listener} whenever an agent may have become free; returns what ends that. */
    public Runnable onFree(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void tellListeners() {
        listeners.forEach(Runnable::run);
    }
}
