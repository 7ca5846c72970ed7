package dev.tengen.gateway.openenv;

import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.http.HttpCalls;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * A socket that answers one message after another, in turn with the requests of other clients. A message that is being
 * answered when the socket closes is cancelled. A message is read only after the answer to the one before has been
 * written, so a client that does not read stops itself and nobody else; no thread waits for it. Thread-safe.
 */
final class MessageSocket {
    /** The messages that may wait. */
    static final int MAX_WAITING = 16;

    private static final int NORMAL = 1000;
    private static final int POLICY_VIOLATION = 1008;
    private static final int TRY_AGAIN_LATER = 1013;

    /** The size of a text beside its characters, with its place in a queue and the buffers around it. */
    private static final long TEXT_BYTES = 200;

    private final Session session;
    private final HttpCalls calls;
    private final HttpCalls.Client client;
    private final MessageHandler handler;
    private final MemoryReservation memory;
    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean isBusy = true;
    private boolean isClosed;

    /** The call of the message that is being answered. */
    private @Nullable CallToken current;

    /**
     * Creates a socket that handles no message until {@link #begin}.
     *
     * @param calls executes what the messages ask for
     * @param client whose socket it is
     * @param memory what the socket itself takes. It grows with messages and answers that wait, and is closed with the
     *     socket
     */
    MessageSocket(
            Session session,
            HttpCalls calls,
            HttpCalls.Client client,
            MessageHandler handler,
            MemoryReservation memory) {
        this.session = session;
        this.calls = calls;
        this.client = client;
        this.handler = handler;
        this.memory = memory;
    }

    /**
     * What a socket answers.
     *
     * @param text the answer; null for none
     * @param isLast whether the socket is closed after it
     */
    record Answer(@Nullable String text, boolean isLast) {
        /** Returns an answer after which the socket stays open. */
        static Answer of(String text) {
            return new Answer(text, false);
        }
    }

    /** Answers messages. */
    interface MessageHandler {
        /** Returns the answer to {@code message}. */
        CompletableFuture<Answer> answer(String message, CallToken call);

        /** Returns the answer to a message that failed because of {@code error}. */
        Answer failed(Throwable error);
    }

    /** Sends {@code frame} on a new socket, and closes it. */
    static void refuse(Session session, String frame) {
        session.sendText(
                frame, Callback.from(() -> session.close(NORMAL, "", Callback.NOOP), error -> session.disconnect()));
    }

    /** Starts to handle messages. */
    void begin() {
        ready();
    }

    /** Handles a message from the client, at once or after those that wait. */
    void receive(String message) {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            if (isBusy) {
                if (waiting.size() >= MAX_WAITING) {
                    close(POLICY_VIOLATION, "too many messages wait; read the answers first");
                    return;
                }
                if (!memory.tryGrow(bytes(message))) {
                    close(TRY_AGAIN_LATER, "the server is out of memory for messages that wait");
                    return;
                }
                waiting.add(message);
                return;
            }
            isBusy = true;
        }
        handle(message);
    }

    /** Forgets the messages that wait, and cancels the one that is being answered. */
    void closed() {
        CallToken running;
        synchronized (this) {
            isClosed = true;
            waiting.clear();
            memory.close();
            running = current;
        }
        if (running != null) {
            running.cancel();
        }
    }

    /** Returns the size of {@code text} while it waits: the text, and an answer also as bytes. */
    private static long bytes(String text) {
        return TEXT_BYTES + 2L * text.length();
    }

    private void release(String text) {
        memory.shrink(bytes(text));
    }

    private void handle(String message) {
        CallToken token = new CallToken(client, this);
        synchronized (this) {
            if (isClosed) {
                return;
            }
            current = token;
        }
        CompletableFuture<Void> unused = calls.execute(token, running -> handler.answer(message, running))
                .exceptionally(handler::failed)
                .thenAccept(this::send);
    }

    private void send(Answer answer) {
        Runnable next = answer.isLast() ? () -> close(NORMAL, "") : this::ready;
        String text = answer.text();
        if (text == null) {
            next.run();
        } else if (memory.tryGrow(bytes(text))) {
            session.sendText(text, Callback.from(() -> sent(text, next), error -> session.disconnect()));
        } else {
            close(TRY_AGAIN_LATER, "the server is out of memory for answers that wait");
        }
    }

    private void sent(String answer, Runnable next) {
        release(answer);
        next.run();
    }

    private void ready() {
        String message;
        synchronized (this) {
            message = waiting.poll();
            isBusy = message != null;
        }
        if (message != null) {
            release(message);
            handle(message);
        }
    }

    private void close(int status, String reason) {
        closed();
        session.close(status, reason, Callback.NOOP);
    }

    /** Closes the socket, because the server stops. */
    void drain() {
        final int goingAway = 1001;
        close(goingAway, "the server is shutting down");
    }
}
