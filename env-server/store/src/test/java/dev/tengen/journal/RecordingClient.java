package dev.tengen.journal;

import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.journal.CallHistory.Call;
import dev.tengen.journal.CallHistory.Kind;
import dev.tengen.journal.CallHistory.State;
import dev.tengen.server.session.RequestLog;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Calls a session with random steps, resets, reads and repeated requests, and records them in a history. Not
 * thread-safe.
 */
final class RecordingClient {
    private static final int POINT_COUNT = 25;

    /** Changes of others during a call that its retries survive, with some to spare for those under way. */
    private static final int MAX_LEAD = RequestLog.CAPACITY - 8;

    private final TengenSession session;
    private final CallHistory history;
    private final String name;
    private final Random random;
    private Optional<Call> last = Optional.empty();
    private int callCount;

    /**
     * Prepares a client of a session on a board of 5x5 points; {@code name} distinguishes it from others of the
     * session.
     */
    RecordingClient(TengenClient client, String sessionId, CallHistory history, String name, long seed) {
        session = client.attachSession(sessionId);
        this.history = history;
        this.name = name;
        random = new Random(seed);
    }

    /** Makes a call, and waits for its answer. An illegal action is an answer; any other failure is thrown. */
    void call() throws InterruptedException {
        history.awaitOthers(name, MAX_LEAD);
        int kind = random.nextInt(100);
        String requestId = name + " " + callCount++;
        if (kind < 20) {
            record(requestId, Kind.READ, 0, () -> session.state().timestep());
        } else if (kind < 23) {
            change(requestId, Kind.RESET, 0);
        } else if (kind < 28 && last.isPresent()) {
            change(last.get().requestId(), last.get().kind(), last.get().action());
        } else {
            change(requestId, Kind.STEP, random.nextInt(POINT_COUNT + 1));
        }
    }

    /** Called when this client makes no more calls. */
    void leave() {
        history.leave(name);
    }

    private void change(String requestId, Kind kind, int action) {
        TengenSession repeatable = session.withRequestId(requestId);
        record(requestId, kind, action, () -> kind == Kind.RESET ? repeatable.reset(0) : repeatable.step(action));
    }

    private void record(String requestId, Kind kind, int action, Supplier<Timestep> call) {
        long begin = System.nanoTime();
        Optional<State> answer = Optional.empty();
        long end = Long.MAX_VALUE;
        try {
            Timestep timestep = call.get();
            answer = Optional.of(new State(timestep.episode(), timestep.moveNumber(), timestep.stateHash()));
            end = System.nanoTime();
        } catch (IllegalActionException e) {
            end = System.nanoTime();
        } finally {
            Call recorded =
                    new Call(requestId, kind, action, begin, end, answer, answer.isEmpty() && end < Long.MAX_VALUE);
            history.add(recorded);
            if (kind != Kind.READ) {
                last = Optional.of(recorded).filter(made -> made.answer().isPresent());
            }
        }
    }
}
