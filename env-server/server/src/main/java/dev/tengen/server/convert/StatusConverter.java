package dev.tengen.server.convert;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.ErrorText;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts exceptions of calls to gRPC statuses with details and trailers: the only place that does. */
public final class StatusConverter {
    /** The ASCII trailer that holds the {@link Reason}. */
    public static final Metadata.Key<String> REASON_TRAILER =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);

    /**
     * The ASCII trailer that holds the address of the server that has the session, with
     * {@link Reason#SESSION_ELSEWHERE}.
     */
    public static final Metadata.Key<String> OWNER_TRAILER =
            Metadata.Key.of("tengen-owner", Metadata.ASCII_STRING_MARSHALLER);

    private static final Metadata.Key<String> RETRY_PUSHBACK_TRAILER =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);
    private static final String DOMAIN = "tengen.dev";
    private static final Logger LOG = LoggerFactory.getLogger(StatusConverter.class);

    private StatusConverter() {}

    /**
     * Returns the status for the client. The cancellation of a call becomes CANCELLED, which no client reads. An
     * {@link OutOfMemoryError} ends the process. Any other unexpected exception is logged and becomes an internal
     * error.
     */
    public static StatusRuntimeException toStatus(Throwable thrown) {
        if (thrown instanceof CallException error) {
            return toStatus(error);
        }
        if (thrown instanceof InvalidValueException error) {
            return toStatus(CallException.invalid(Reason.INVALID_VALUE, error));
        }
        FatalErrors.check(thrown);
        if (thrown instanceof CancellationException) {
            return Status.CANCELLED.withDescription("the call was cancelled").asRuntimeException();
        }
        String incident = UUID.randomUUID().toString();
        LOG.error("Internal error {}", incident, thrown);
        return toStatus(
                CallException.of(Reason.INTERNAL, "internal error " + incident + "; the server's log has more"));
    }

    private static StatusRuntimeException toStatus(CallException error) {
        String message = ErrorText.shortened(String.valueOf(error.getMessage()), ErrorText.MAX_ENCODED_LENGTH);
        ErrorInfo.Builder info = ErrorInfo.newBuilder()
                .setDomain(DOMAIN)
                .setReason(error.reason().name());
        error.metadata()
                .forEach((key, value) ->
                        info.putMetadata(key, ErrorText.shortened(value, ErrorText.MAX_ENCODED_DETAIL_LENGTH)));
        com.google.rpc.Status.Builder status = com.google.rpc.Status.newBuilder()
                .setCode(error.reason().code().value())
                .setMessage(message)
                .addDetails(Any.pack(info.build()));
        Metadata trailers = new Metadata();
        trailers.put(REASON_TRAILER, error.reason().name());
        String owner = error.metadata().get("owner");
        if (error.reason() == Reason.SESSION_ELSEWHERE && owner != null) {
            trailers.put(OWNER_TRAILER, owner);
        }
        String field = error.metadata().get("field");
        if (field != null) {
            status.addDetails(Any.pack(badRequest(field, message)));
        }
        error.retryDelay().ifPresent(delay -> {
            Duration duration = Duration.newBuilder()
                    .setSeconds(delay.getSeconds())
                    .setNanos(delay.getNano())
                    .build();
            status.addDetails(
                    Any.pack(RetryInfo.newBuilder().setRetryDelay(duration).build()));
            trailers.put(RETRY_PUSHBACK_TRAILER, Long.toString(delay.toMillis()));
        });
        return StatusProto.toStatusRuntimeException(status.build(), trailers);
    }

    private static BadRequest badRequest(String field, String description) {
        return BadRequest.newBuilder()
                .addFieldViolations(
                        BadRequest.FieldViolation.newBuilder().setField(field).setDescription(description))
                .build();
    }
}
