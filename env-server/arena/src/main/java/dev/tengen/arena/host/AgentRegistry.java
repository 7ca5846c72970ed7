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
 * The agents that are connected, and those that lost their connection during games and may still reconnect.
 *
 * <p>The name identifies an agent; a secret key authenticates one that reconnects. Its clocks run while it is
 * disconnected. When the time to reconnect is over, its games are lost by
 * {@link dev.tengen.arena.game.Verdict#DISCONNECTION}. An agent without games is removed as soon as its connection
 * closes.
 *
 * <p>Thread-safe.
 */
public final class AgentRegistry {
    /*
     * This object's monitor guards the agents. Connections, games and listeners are called outside of it.
     */

    private static final int KEY_BYTES = 24;

    private final AgentSettings settings;
    private final TimeSource time;
    private final LongConsumer latency;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Agent> byName = new HashMap<>();
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private boolean isOver;

    /** Creates a registry. {@code latency} receives the nanoseconds of each answer. */
    public AgentRegistry(AgentSettings settings, TimeSource time, LongConsumer latency) {
        this.settings = settings;
        this.time = time;
        this.latency = latency;
    }

    public AgentSettings settings() {
        return settings;
    }

    /**
     * Registers the agent of {@code connection}, or reconnects it. The connection is notified of its games at once.
     *
     * @param key the key of an agent that reconnects; empty, or expired, for a new agent
     * @throws CallException with {@link Reason#AGENT_NAME_TAKEN} or {@link Reason#TOO_MANY_AGENTS}
     */
    public Agent join(AgentProfile profile, byte[] key, AgentConnection connection) {
        Agent agent;
        @Nullable AgentConnection before;
        @Nullable AgentConnection finished;
        synchronized (this) {
            agent = known(profile.name(), key).orElseGet(() -> add(profile));
            before = agent.connect(connection, profile);
            finished = isOver ? connection : null;
        }
        if (before != null) {
            before.end(CallException.of(Reason.AGENT_REPLACED, "the agent reconnected on another stream"));
        }
        agent.seats().forEach(connection::changed);
        complete(finished);
        notifyListeners();
        return agent;
    }

    private Optional<Agent> known(String name, byte[] key) {
        Agent agent = byName.get(name);
        if (agent != null && !agent.isKey(key)) {
            throw CallException.of(
                    Reason.AGENT_NAME_TAKEN,
                    agent.connection() == null
                            ? "an agent of this name has lost its connection and may return; reconnect with its key"
                            : "another agent has this name");
        }
        return Optional.ofNullable(agent);
    }

    private Agent add(AgentProfile profile) {
        if (byName.size() >= settings.maxCount()) {
            throw CallException.of(
                    Reason.TOO_MANY_AGENTS, settings.maxCount() + " agents are connected, the maximum number");
        }
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Agent agent = new Agent(this, profile, key);
        byName.put(profile.name(), agent);
        return agent;
    }

    /** Handles the loss of {@code connection}. */
    void disconnected(Agent agent, AgentConnection connection) {
        synchronized (this) {
            if (agent.connection() != connection) {
                return;
            }
            agent.disconnect();
            if (agent.gameCount() == 0) {
                byName.remove(agent.name(), agent);
            } else {
                long end = time.nanoTime() + settings.reconnect().toNanos();
                agent.expireUnless(time.schedule(end, () -> expire(agent)));
            }
        }
        notifyListeners();
    }

    private void expire(Agent agent) {
        synchronized (this) {
            if (agent.connection() != null || !byName.remove(agent.name(), agent)) {
                return;
            }
        }
        agent.seats().forEach(AgentSeat::forfeit);
    }

    /** Returns whether {@code agent} is no longer registered. */
    synchronized boolean isGone(Agent agent) {
        return byName.get(agent.name()) != agent;
    }

    /** Lets {@code agent} leave after its games. */
    void leave(Agent agent) {
        @Nullable AgentConnection finished;
        synchronized (this) {
            agent.startLeaving();
            finished = agent.finishedConnection();
        }
        complete(finished);
    }

    /**
     * Ends the arena: completes the connections of all agents, and of those that join from now on. Updates of their
     * games are sent first.
     */
    public void completeAll() {
        List<AgentConnection> connections;
        synchronized (this) {
            isOver = true;
            connections = byName.values().stream()
                    .flatMap(agent -> Optional.ofNullable(agent.connection()).stream())
                    .toList();
        }
        connections.forEach(AgentConnection::complete);
    }

    private static void complete(@Nullable AgentConnection finished) {
        if (finished != null) {
            finished.complete();
        }
    }

    /** Removes {@code seat} from {@code agent}, which may then start another game. */
    void release(Agent agent, AgentSeat seat) {
        @Nullable AgentConnection finished;
        synchronized (this) {
            agent.remove(seat);
            finished = agent.finishedConnection();
            if (agent.connection() == null && agent.gameCount() == 0 && byName.remove(agent.name(), agent)) {
                agent.cancelExpiry();
            }
        }
        complete(finished);
        notifyListeners();
    }

    /** Returns whether the agent {@code name} is connected and can start another game. */
    public synchronized boolean isFree(String name) {
        Agent agent = byName.get(name);
        return agent != null && agent.isFree();
    }

    /** Returns whether the agent {@code name} is {@linkplain #isFree free} and has this version. */
    synchronized boolean isFree(String name, String version) {
        return isFree(name) && isVersion(name, version);
    }

    /** Returns whether an agent {@code name} with this version is connected. */
    synchronized boolean isConnected(String name, String version) {
        return isConnected(name) && isVersion(name, version);
    }

    private boolean isVersion(String name, String version) {
        Agent agent = byName.get(name);
        return agent != null && agent.status().profile().version().equals(version);
    }

    /** Returns whether an agent {@code name} is connected. */
    public synchronized boolean isConnected(String name) {
        Agent agent = byName.get(name);
        return agent != null && agent.connection() != null;
    }

    /** Returns the number of connected agents. */
    public synchronized int connectedCount() {
        return (int) byName.values().stream()
                .filter(agent -> agent.connection() != null)
                .count();
    }

    /** Reserves a place for a game, if the agent is {@linkplain #isFree free}, and returns whether it did. */
    synchronized boolean reserve(String name) {
        Agent agent = byName.get(name);
        boolean isFree = agent != null && agent.isFree();
        if (agent != null && isFree) {
            agent.reserve(1);
        }
        return isFree;
    }

    /** Releases a reservation. */
    void unreserve(String name) {
        @Nullable AgentConnection finished;
        synchronized (this) {
            Agent agent = byName.get(name);
            if (agent == null || agent.reservedCount() == 0) {
                return; // The agent has expired.
            }
            agent.reserve(-1);
            finished = agent.finishedConnection();
        }
        complete(finished);
        notifyListeners();
    }

    /** Consumes a reservation, and returns the seat. If the agent has expired meanwhile, the seat forfeits its game. */
    Seat sit(SeatRequest request, String name) {
        return sit(request, name, name);
    }

    /**
     * Returns the seat of the agent {@code name} that plays under the name {@code player}, as {@link #sit(SeatRequest,
     * String)} does.
     */
    Seat sit(SeatRequest request, String name, String player) {
        synchronized (this) {
            Agent agent = byName.get(name);
            if (agent == null || agent.reservedCount() == 0) {
                Agent expired = new Agent(this, new AgentProfile(name, "", 1), new byte[0]);
                AgentSeat seat = new AgentSeat(expired, player, request, time, latency);
                seat.forfeit();
                return seat;
            }
            agent.reserve(-1);
            AgentSeat seat = new AgentSeat(agent, player, request, time, latency);
            agent.add(seat);
            return seat;
        }
    }

    /** Returns all agents, by name. */
    public synchronized List<AgentStatus> list() {
        return byName.values().stream()
                .map(Agent::status)
                .sorted(Comparator.comparing(status -> status.profile().name()))
                .toList();
    }

    /** Calls {@code listener} when an agent may have become free. Returns an action that removes it. */
    public Runnable onFree(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void notifyListeners() {
        listeners.forEach(Runnable::run);
    }
}
