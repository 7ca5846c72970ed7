package dev.tengen.client.internal;

import dev.tengen.client.error.TengenException;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a client may call: a channel to each, which server has a session as far as the client knows, and
 * which servers did not answer lately. Thread-safe.
 */
final class Replicas {
    /** How long calls avoid a server that did not answer. */
    private static final long SUSPICION_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MAX_KNOWN_SESSIONS = 65_536;

    /** The statuses of calls that may have had no connection at all. */
    private static final Set<String> SILENT = Set.of("DEADLINE_EXCEEDED", "CANCELLED");

    /** What follows the name of several servers in the names of the channels to it. */
    private static final String ALTERNATIVE = " (alternative)";

    private final Map<String, ManagedChannel> channels;
    private final List<String> addresses;
    private final Placement placement = new Placement();

    /** Completes when one of the two channels to the name of several servers is chosen; null before the first call. */
    private @Nullable CompletableFuture<Void> named;

    private final Map<String, Long> suspectedAt = new HashMap<>();
    private final Map<String, String> owners = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_KNOWN_SESSIONS;
        }
    };
    private final AnswerTimes times = new AnswerTimes();
    private final Choice only;

    /** Whether a call fails at once if nothing listens and no server has answered before. */
    private final boolean failsAtOnce;

    private volatile boolean hasAnswered;
    private String preferred;

    /**
     * Creates the servers that one DNS name stands for. gRPC chooses one for each of two channels, and the emptier one
     * is used.
     *
     * @param name the name
     * @param channel a channel to the name, which goes to one of the servers
     * @param alternative another channel to the name
     */
    static Replicas named(String name, ManagedChannel channel, ManagedChannel alternative) {
        Replicas replicas = new Replicas(Map.of(name, channel));
        replicas.channels.put(name + ALTERNATIVE, alternative);
        return replicas;
    }

    /** Creates the servers with these channels by address, at least one. A random one of them is preferred. */
    Replicas(Map<String, ManagedChannel> channels) {
        this.channels = new ConcurrentHashMap<>(channels);
        addresses = List.copyOf(channels.keySet());
        preferred = addresses.get(ThreadLocalRandom.current().nextInt(addresses.size()));
        only = new Choice(preferred, false, List.of());
        failsAtOnce = addresses.size() == 1 && LocalAddress.matches(preferred);
    }

    /**
     * The server to call.
     *
     * @param address its address
     * @param isHeir whether that server is well but may have to take the session from one of the others first
     * @param unreachable the other servers that did not answer, for the header of the call
     */
    record Choice(String address, boolean isHeir, List<String> unreachable) {}

    /**
     * Chooses the server of a call that makes something new, if there are several: of two, the emptier one. Completes
     * when it is chosen, never exceptionally. Of the servers that one name stands for, only the first call chooses.
     *
     * @param method the RPC of the call
     * @param timeout how long a server may take to report its memory
     */
    CompletableFuture<Void> place(MethodDescriptor<?, ?> method, Duration timeout) {
        Optional<String> kind = Placement.kind(method);
        Map<String, ManagedChannel> candidates = new HashMap<>();
        synchronized (this) {
            if (channels.size() > addresses.size()) {
                if (named == null) {
                    named = placement
                            .choose(channels, kind.orElse("session"), timeout)
                            .thenAccept(this::keep);
                }
                return named;
            }
            if (!areSeveral() || kind.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            long now = System.nanoTime();
            suspectedAt.values().removeIf(since -> now - since > SUSPICION_NANOS);
            channels.forEach((address, channel) -> {
                if (!suspectedAt.containsKey(address)) {
                    candidates.put(address, channel);
                }
            });
        }
        return placement
                .choose(candidates.isEmpty() ? channels : candidates, kind.get(), timeout)
                .thenAccept(this::prefer);
    }

    private synchronized void prefer(String address) {
        preferred = address;
    }

    /** Keeps one of the two channels to the name of several servers. Calls over the other one may finish. */
    private synchronized void keep(String chosen) {
        String name = addresses.get(0);
        ManagedChannel alternative = channel(name + ALTERNATIVE);
        if (chosen.equals(name)) {
            alternative.shutdown();
        } else {
            channel(name).shutdown();
            channels.put(name, alternative);
        }
        channels.remove(name + ALTERNATIVE);
    }

    /** Returns whether one name stands for several servers. */
    boolean areNamed() {
        return addresses.get(0).startsWith("dns:");
    }

    /** Returns whether there is more than one address. */
    boolean areSeveral() {
        return addresses.size() > 1;
    }

    /** Notes that a server has answered, so that calls wait for its return. */
    void noteAnswer() {
        hasAnswered = true;
    }

    /**
     * Notes that an attempt has failed with {@code error}, and returns whether it is in vain to try again: nothing
     * listens at the only address, which is on this machine, and nothing ever answered. A wrong port, or a server that
     * was not started, is more likely than one that is starting. Later, one that restarts is more likely.
     */
    boolean isAbsent(TengenException error) {
        if (ConnectionFaults.isRefused(error)) {
            return failsAtOnce && !hasAnswered;
        }
        if (!SILENT.contains(error.status())) {
            noteAnswer();
        }
        return false;
    }

    /** Returns the number of servers. */
    int count() {
        return addresses.size();
    }

    /** Returns the server that follows {@code address} in the order of the caller. */
    String after(String address) {
        return addresses.get((addresses.indexOf(address) + 1) % addresses.size());
    }

    /** Returns whether {@code address} is one of the servers. */
    boolean contains(String address) {
        return addresses.contains(address);
    }

    /** Returns all addresses, separated by commas, for messages to people. */
    String authority() {
        return areSeveral()
                ? String.join(",", addresses)
                : channel(addresses.get(0)).authority();
    }

    /** Returns the channel to the server at {@code address}. */
    ManagedChannel channel(String address) {
        ManagedChannel channel = channels.get(address);
        if (channel == null) {
            throw new IllegalArgumentException(address + " is none of " + addresses);
        }
        return channel;
    }

    /** Returns the channel to the server that is called for a session that no other server is known to have. */
    synchronized ManagedChannel preferred() {
        return channel(preferred);
    }

    /** Prefers the server that follows the preferred one. */
    synchronized void preferNext() {
        preferred = after(preferred);
    }

    /**
     * Chooses a server for a call.
     *
     * @param sessionId the session; empty if the call is not on one
     * @param owner the server that another one has named; null if none has
     * @param failed the servers that have failed in this call
     */
    synchronized Choice choose(String sessionId, @Nullable String owner, Set<String> failed) {
        if (!areSeveral()) {
            return only;
        }
        long now = System.nanoTime();
        suspectedAt.values().removeIf(since -> now - since > SUSPICION_NANOS);
        List<String> unreachable = addresses.stream()
                .filter(address -> failed.contains(address) || suspectedAt.containsKey(address))
                .toList();
        String chosen = owner != null ? owner : chooseReachable(sessionId, failed, unreachable);
        List<String> others =
                unreachable.stream().filter(address -> !address.equals(chosen)).toList();
        boolean isHeir = !others.isEmpty() && !unreachable.contains(chosen) && !chosen.equals(owners.get(sessionId));
        return new Choice(chosen, isHeir, others);
    }

    private String chooseReachable(String sessionId, Set<String> failed, List<String> unreachable) {
        int start = addresses.indexOf(owners.getOrDefault(sessionId, preferred));
        List<String> order = new ArrayList<>(addresses.subList(start, addresses.size()));
        order.addAll(addresses.subList(0, start));
        return order.stream()
                .filter(address -> !unreachable.contains(address))
                .findFirst()
                // Each is suspected: the one whose fault is the oldest may be back.
                .orElseGet(() -> order.stream()
                        .filter(address -> !failed.contains(address))
                        .min(Comparator.comparingLong(address -> suspectedAt.getOrDefault(address, Long.MIN_VALUE)))
                        .orElse(order.get(0)));
    }

    /** Returns the timeout of an attempt: {@code least}, or more if the servers are slow. */
    synchronized Duration attemptTimeout(Duration least) {
        return times.timeout(least);
    }

    /** Notes that an answer took {@code nanos} nanoseconds. */
    synchronized void answeredIn(long nanos) {
        times.add(nanos);
    }

    /** Notes that the server at {@code address} has answered a call on a session; an empty id means none. */
    synchronized void answered(String address, String sessionId) {
        suspectedAt.remove(address);
        if (!sessionId.isEmpty()) {
            owners.put(sessionId, address);
        }
    }

    /** Notes that the server at {@code address} has failed. */
    synchronized void failed(String address) {
        suspectedAt.put(address, System.nanoTime());
        if (preferred.equals(address)) {
            preferNext();
        }
    }

    /** Notes that the server of {@code channel} has failed, if there are several. */
    void avoid(Channel channel) {
        if (areSeveral()) {
            channels.forEach((address, known) -> {
                if (known == channel) {
                    failed(address);
                }
            });
        }
    }

    /** Returns whether {@link #close} was called. */
    boolean areClosed() {
        return channels.values().stream().allMatch(ManagedChannel::isShutdown);
    }

    /** Lets each channel connect at once. */
    void connectNow() {
        channels.values().forEach(ManagedChannel::resetConnectBackoff);
    }

    /** Closes the channels. */
    void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
