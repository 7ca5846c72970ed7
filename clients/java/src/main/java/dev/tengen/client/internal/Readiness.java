package dev.tengen.client.internal;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Int32Value;
import com.google.protobuf.StringValue;
import dev.tengen.client.error.TengenException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Logger;

/**
 * Waits until a server answers and reports that it is ready, by the standard health service of gRPC. A server without
 * that service is ready if it answers. Logs what it waits for. Does not wait if client and server do not agree on TLS.
 */
final class Readiness {
    /**
     * The health check. Its messages are not part of this client. Each has one field, with the number and the wire type
     * of the field of a wrapper: the name of a service, empty for the whole server; and the status, an enum, which is
     * an integer.
     */
    private static final MethodDescriptor<StringValue, Int32Value> CHECK =
            MethodDescriptor.<StringValue, Int32Value>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("grpc.health.v1.Health/Check")
                    .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(Int32Value.getDefaultInstance()))
                    .build();

    private static final int SERVING = 1;
    private static final Map<Integer, String> STATUS_NAMES =
            Map.of(0, "UNKNOWN", SERVING, "SERVING", 2, "NOT_SERVING", 3, "SERVICE_UNKNOWN");

    /** Maximum time of one attempt, so that a server that hangs is asked again. */
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(5);

    private static final String ADVICE = "check the address, or start a server with ./tengen serve";

    private static final Logger LOG = Logger.getLogger("dev.tengen.client.TengenClient");

    private final Connection connection;
    private final RetrySchedule attempts;
    private final boolean isPatient;
    private final long start = System.nanoTime();
    private final CompletableFuture<Void> result = new CompletableFuture<>();
    private String loggedReason = "";

    private Readiness(Connection connection, Duration timeout, boolean isPatient) {
        this.connection = connection;
        this.isPatient = isPatient;
        attempts = new RetrySchedule(timeout);
    }

    /**
     * Returns a future that completes when the server is ready, or fails with a {@link TengenException} when
     * {@code timeout} has passed or the server rejects the calls.
     *
     * @param isPatient whether to wait also if nothing listens at an address of this machine
     */
    static CompletableFuture<Void> await(Connection connection, Duration timeout, boolean isPatient) {
        Readiness readiness = new Readiness(connection, timeout, isPatient);
        readiness.check();
        return readiness.result;
    }

    private void check() {
        connection.connectNow();
        call(CHECK, StringValue.getDefaultInstance(), status -> {
            if (status.getValue() == SERVING) {
                ready();
            } else {
                String name = STATUS_NAMES.getOrDefault(status.getValue(), Integer.toString(status.getValue()));
                retry(error(
                        RetrySchedule.NOT_READY,
                        "it answers, but reports that it is not ready (" + name + ")",
                        Status.UNAVAILABLE.asRuntimeException()));
            }
        });
    }

    private <Q, R> void call(MethodDescriptor<Q, R> method, Q request, Consumer<R> onAnswer) {
        ListenableFuture<R> answer = ClientCalls.futureUnaryCall(
                connection.channel().newCall(method, attempts.options(ATTEMPT_TIMEOUT)), request);
        Connection.cancelWith(result, answer);
        answer.addListener(
                () -> {
                    if (answer.isCancelled()) {
                        return; // The caller completed the result first.
                    }
                    try {
                        onAnswer.accept(Futures.getDone(answer));
                    } catch (ExecutionException e) {
                        fail(method, Optional.ofNullable(e.getCause()).orElse(e));
                    }
                },
                Runnable::run);
    }

    private void fail(MethodDescriptor<?, ?> method, Throwable failure) {
        Status status = Status.fromThrowable(failure);
        switch (status.getCode()) {
            case UNIMPLEMENTED -> {
                if (method == CHECK) {
                    call(
                            EnvironmentServiceGrpc.getGetServerInfoMethod(),
                            GetServerInfoRequest.getDefaultInstance(),
                            info -> ready());
                } else {
                    var unused = connection
                            .explain(ExceptionConverter.toException(failure), method)
                            .thenAccept(result::completeExceptionally);
                }
            }
            case UNAVAILABLE -> {
                TengenException error = ExceptionConverter.toException(failure);
                Throwable cause = status.getCause();
                if (ConnectionFaults.explain(failure).isPresent()) {
                    result.completeExceptionally(error); // Waiting does not help.
                    return;
                }
                String detail = cause == null ? status.getDescription() : cause.getMessage();
                if (connection.isAbsent(error) && !isPatient) {
                    String text = "no server answers at " + connection.authority() + " (" + detail + "); " + ADVICE;
                    result.completeExceptionally(error("", text, failure));
                    return;
                }
                String message = "no server answers (" + detail + ")" + ConnectionFaults.hint(detail);
                retry(error.reason().isEmpty() ? error("", message, failure) : error);
            }
            case DEADLINE_EXCEEDED -> retry(error("", "it does not respond", failure));
            default -> {
                TengenException error = ExceptionConverter.toException(failure);
                attempts.delayAfter(error).ifPresentOrElse(this::checkAfter, () -> result.completeExceptionally(error));
            }
        }
    }

    private static TengenException error(String reason, String message, Throwable cause) {
        return new TengenException("UNAVAILABLE", reason, message, Map.of(), cause);
    }

    private void ready() {
        connection.noteAnswer();
        if (!loggedReason.isEmpty()) {
            double seconds = (System.nanoTime() - start) / 1e9;
            LOG.info(() -> String.format(
                    Locale.ROOT, "The server at %s is ready after %.1f seconds", connection.authority(), seconds));
        }
        result.complete(null);
    }

    private void retry(TengenException error) {
        Optional<Duration> delay = attempts.delayAfter(error);
        if (delay.isEmpty()) {
            result.completeExceptionally(late(error));
            return;
        }
        String reason = error.status() + error.reason();
        if (!reason.equals(loggedReason)) {
            loggedReason = reason;
            LOG.warning(() -> "Waiting up to " + seconds() + " seconds for the server at " + connection.authority()
                    + ": " + error.getMessage());
        }
        checkAfter(delay.get());
    }

    private void checkAfter(Duration delay) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                .execute(() -> {
                    if (!result.isDone()) {
                        connection.tryNext();
                        check();
                    }
                });
    }

    /** Returns the error after waiting in vain: what was tried, for how long, and what to do. */
    private TengenException late(TengenException error) {
        String advice = error.reason().equals(RetrySchedule.NOT_READY)
                ? "it may be starting, stopping or short of memory; see its log"
                : ADVICE;
        String message = "the server at " + connection.authority() + " was not ready within " + seconds()
                + " seconds (asked " + attempts.attemptCount() + " times): " + error.getMessage() + "; " + advice;
        return error(error.reason(), message, error);
    }

    private String seconds() {
        return Double.toString(attempts.timeout().toMillis() / 1e3).replaceFirst("\\.0$", "");
    }
}
