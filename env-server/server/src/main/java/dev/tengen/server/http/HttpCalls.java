package dev.tengen.server.http;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairCallExecutor;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.identity.Principal;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Executes what requests over HTTP ask for: not on the few threads of the port, but in turn over the clients, beside
 * the long calls of gRPC. Work ends when its client has gone, or after a deadline. Thread-safe.
 */
public final class HttpCalls {
    /** The longest time from a request to its response. A player may think for minutes. */
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final FairCallExecutor executor;
    private final MemoryBudget budget;
    private final Duration deadline;

    /**
     * Creates an executor.
     *
     * @param executor executes the work
     * @param budget the memory that long responses take until their clients have read them
     */
    public HttpCalls(FairCallExecutor executor, MemoryBudget budget) {
        this(executor, budget, DEADLINE);
    }

    /** Creates an executor with another deadline. */
    HttpCalls(FairCallExecutor executor, MemoryBudget budget, Duration deadline) {
        this.executor = executor;
        this.budget = budget;
        this.deadline = deadline;
    }

    /**
     * A client over HTTP, whose requests share its turns: a principal, all holders of seats at the sessions of a
     * principal, or an address where the server knows no principals.
     *
     * @param principal the name of the principal, with "seats of " in front for the holders of seats; empty for none
     * @param address the address; empty for a principal
     */
    public record Client(String principal, String address) {
        private static final String SEATS = "seats of ";

        /** Returns the client that makes {@code call} as {@code principal}; empty if it has proved none. */
        public static Client of(Context call, Optional<Principal> principal) {
            return of(call.ip(), principal);
        }

        /** Returns the client at {@code address} that acts as {@code principal}; empty if it has proved none. */
        public static Client of(String address, Optional<Principal> principal) {
            return principal
                    .filter(known -> !known.payer().equals(Principal.LOCAL))
                    .map(known -> new Client(
                            (known.seat().isPresent() ? SEATS : "")
                                    + known.payer().name(),
                            ""))
                    .orElseGet(() -> new Client("", address));
        }
    }

    /**
     * Executes {@code work} for the request {@code call}, and returns its result. Cancels {@code token} when the client
     * closes its connection, and after the deadline. The future fails with {@link CallException} if the client has too
     * many requests, and with {@link java.util.concurrent.CancellationException} if the client has gone.
     */
    public <T> CompletableFuture<T> execute(
            Context call, CallToken token, Function<CallToken, CompletableFuture<T>> work) {
        ClientWatch watch = ClientWatch.start(call, token::cancel);
        return execute(token, work).whenComplete((result, error) -> {
            if (!watch.stop()) {
                call.header("Connection", "close");
            }
        });
    }

    /** Executes {@code work} for a message whose socket cancels {@code token} when it closes; otherwise the same. */
    public <T> CompletableFuture<T> execute(CallToken token, Function<CallToken, CompletableFuture<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            executor.unordered().execute(token, () -> begin(token, work, result));
        } catch (CallException e) {
            result.completeExceptionally(e);
        }
        return result.orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS).handle((value, error) -> {
            if (error instanceof TimeoutException) {
                token.cancel();
                throw CallException.retryAfter(
                        Reason.SERVER_OVERLOADED,
                        RETRY_DELAY,
                        "the request was cancelled after " + deadline.toSeconds() + " s, its deadline");
            }
            if (error != null) {
                throw error instanceof CompletionException known ? known : new CompletionException(error);
            }
            return value;
        });
    }

    /** Runs {@code work} on this thread, and completes {@code result} when it has ended. */
    private static <T> void begin(
            CallToken token, Function<CallToken, CompletableFuture<T>> work, CompletableFuture<T> result) {
        try {
            var unused = token.call(() -> work.apply(token)).whenComplete((value, error) -> {
                if (error == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(error);
                }
            });
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    /**
     * Reserves memory for what a request makes until it is answered.
     *
     * @param bytes an estimate, 0 or more
     * @throws CallException if too little memory is free
     */
    public MemoryReservation reserve(long bytes) {
        return budget.reserve(MemoryKind.REQUEST, bytes);
    }

    /**
     * Sends {@code content} as the body of the response. No thread waits for a client that reads slowly. The future
     * completes when everything is written, or the client has gone.
     *
     * @throws CallException if {@code content} is long, and too little memory is free to keep it
     */
    public CompletableFuture<Void> send(Context call, byte[] content) {
        if (content.length <= HttpPort.RESPONSE_BUFFER_BYTES) {
            call.result(content);
            return CompletableFuture.completedFuture(null);
        }
        MemoryReservation kept = budget.reserve(MemoryKind.ANSWER, content.length);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            call.res().setContentLengthLong(content.length);
            ServletOutputStream output = call.res().getOutputStream();
            output.setWriteListener(new Writer(output, content, sent));
        } catch (IOException | RuntimeException e) {
            sent.completeExceptionally(e);
        }
        return sent.whenComplete((done, error) -> kept.close());
    }

    /** Writes a content whenever the connection can take more of it. */
    private static final class Writer implements WriteListener {
        private final ServletOutputStream output;
        private final byte[] content;
        private final CompletableFuture<Void> sent;
        private boolean isWritten;

        Writer(ServletOutputStream output, byte[] content, CompletableFuture<Void> sent) {
            this.output = output;
            this.content = content;
            this.sent = sent;
        }

        @Override
        public void onWritePossible() throws IOException {
            if (!isWritten && output.isReady()) {
                isWritten = true;
                output.write(content);
            }
            if (isWritten && output.isReady()) {
                sent.complete(null);
            }
        }

        @Override
        public void onError(Throwable error) {
            sent.complete(null); // The client has gone, so there is nobody to answer.
        }
    }
}
