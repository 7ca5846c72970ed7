package dev.tengen.client.internal;

import com.google.common.base.Strings;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import dev.tengen.proto.v1.TreeError;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Converts gRPC errors to the exceptions of this client. */
public final class ExceptionConverter {
    private static final Logger LOG = Logger.getLogger(ExceptionConverter.class.getName());
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    private static final Set<String> ILLEGAL_ACTIONS =
            Set.of("EPISODE_OVER", "OUT_OF_RANGE", "OCCUPIED", "SUICIDE", "REPETITION", "AGREEMENT");

    /** How gRPC begins the description of a status if the server ended a call without one. */
    private static final String RESET = "RST_STREAM";

    private ExceptionConverter() {}

    /** Returns the exception that callers see instead of {@code error}, an error from gRPC. */
    public static TengenException toException(Throwable error) {
        Metadata trailers = Status.trailersFromThrowable(error);
        String given = trailers == null ? null : trailers.get(REASON);
        String reason = given == null ? "" : given;
        Status status = withoutConnection(Status.fromThrowable(error));
        String code = status.getCode().name();
        if (ILLEGAL_ACTIONS.contains(reason)) {
            return new IllegalActionException(code, reason, message(status, reason), details(error), error);
        }
        return new TengenException(code, reason, message(status, reason), details(error), error);
    }

    /**
     * Returns {@code status}, as UNAVAILABLE if gRPC calls a connection that just broke an unknown error, or if the
     * server, which is being stopped, ended the call without a status, which gRPC calls cancelled.
     */
    private static Status withoutConnection(Status status) {
        String description = Strings.nullToEmpty(status.getDescription());
        boolean isBroken =
                status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof ClosedChannelException;
        boolean isReset = status.getCode() == Status.Code.CANCELLED && description.startsWith(RESET);
        return isBroken || isReset
                ? Status.UNAVAILABLE.withDescription(status.getDescription()).withCause(status.getCause())
                : status;
    }

    /** Returns the exception for an error that the server reported in a response. The stream stays open. */
    public static TengenException toException(TreeError error) {
        Status status = Status.fromCodeValue(error.getCode());
        return new TengenException(
                status.getCode().name(),
                error.getReason(),
                error.getMessage(),
                error.getMetadataMap(),
                status.asRuntimeException());
    }

    /**
     * Checks that the server has reported no error in a response.
     *
     * @throws TengenException if {@code isReported}
     */
    public static void requireNone(boolean isReported, TreeError error) {
        if (isReported) {
            throw toException(error);
        }
    }

    private static String message(Status status, String reason) {
        String description = status.getDescription();
        if (!reason.isEmpty() && description != null) {
            return description; // The server itself says why.
        }
        Optional<String> fault = ConnectionFaults.explain(status.asRuntimeException());
        if (fault.isPresent()) {
            return fault.get();
        }
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            return "the server cannot be reached (" + detail(status) + "); start one with ./tengen serve"
                    + ConnectionFaults.hint(description);
        }
        return description == null ? status.getCode().name() : description;
    }

    /** Returns what broke the connection. gRPC calls everything an "io exception", whose cause has the address. */
    private static @Nullable String detail(Status status) {
        Throwable cause = status.getCause();
        boolean says = cause instanceof IOException && cause.getMessage() != null;
        return says ? cause.getMessage() : status.getDescription();
    }

    private static Map<String, String> details(Throwable error) {
        com.google.rpc.Status status = StatusProto.fromThrowable(error);
        if (status == null) {
            return Map.of();
        }
        try {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    return detail.unpack(ErrorInfo.class).getMetadataMap();
                }
            }
        } catch (InvalidProtocolBufferException e) {
            // The exception still carries the status and the reason.
            LOG.log(Level.WARNING, "Ignoring error details that cannot be parsed", e);
        }
        return Map.of();
    }
}
