package dev.tengen.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that clients made on one session: when each began and ended, and what was answered. Thread-safe. */
final class CallHistory {
    /** What a call asks for. */
    enum Kind {
        /** Plays an action. */
        STEP,
        /** Starts an episode. */
        RESET,
        /** Reads the state. */
        READ
    }

    /**
     * The state of a session as an answer shows it.
     *
     * @param episode the number of the episode
     * @param moveNumber the move number
     * @param stateHash the state hash
     */
    record State(long episode, int moveNumber, long stateHash) {}

    /**
     * A call, with all its retries.
     *
     * @param requestId the request id, which retries share; reads have a different one each
     * @param kind what it asks for
     * @param action the action of a step; otherwise 0
     * @param begin when the first attempt began
     * @param end when the answer came; {@link Long#MAX_VALUE} if none did
     * @param answer what was answered; empty if no answer came, or the server rejected the call, which then changed
     *     nothing
     * @param isRejected whether the server rejected the call
     */
    record Call(
            String requestId, Kind kind, int action, long begin, long end, Optional<State> answer, boolean isRejected) {
        /** Returns whether no answer came, so that the call may have acted or not. */
        boolean isOpen() {
            return end == Long.MAX_VALUE;
        }
    }

    private final List<Call> calls = new ArrayList<>();

    /** How many changes there were when the last call of each client began. */
    private final Map<String, Integer> beginnings = new HashMap<>();

    private int changeCount;

    /**
     * Called before each call of {@code client}. Waits while the session has changed {@code lead} times since the last
     * call of another client began: a server remembers a certain number of changes, so a retry that comes after more of
     * them would act again.
     */
    synchronized void awaitOthers(String client, int lead) throws InterruptedException {
        while (beginnings.entrySet().stream()
                .anyMatch(other -> !other.getKey().equals(client) && changeCount - other.getValue() >= lead)) {
            wait();
        }
        beginnings.put(client, changeCount);
        notifyAll();
    }

    /** Called when {@code client} makes no more calls. */
    synchronized void leave(String client) {
        beginnings.remove(client);
        notifyAll();
    }

    /** Adds a call. */
    synchronized void add(Call call) {
        calls.add(call);
        changeCount += call.kind() == Kind.READ ? 0 : 1;
    }

    /** Returns the last {@code count} calls so far, or all of them. */
    synchronized List<Call> latest(int count) {
        return List.copyOf(calls.subList(Math.max(0, calls.size() - count), calls.size()));
    }

    /** Returns the calls so far, in the order in which they were added. */
    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }
}
