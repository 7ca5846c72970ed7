package dev.tengen.client.internal;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import dev.tengen.proto.v1.TreeError;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Converts gRPC errors to the exceptions of this client. */
public final class ExceptionConverter {
    private static final Logger LOG = Logger.getLogger(ExceptionConverter.class.getName());
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    private static final Set<String> ILLEGAL_ACTIONS =
            Set.of("EPISODE_OVER", "OUT_OF_RANGE", "OCCUPIED", "SUICIDE", "REPETITION", "AGREEMENT");

    private ExceptionConverter() {}

    /** Returns the exception that callers see instead of {@code error}, an error from gRPC. */
    public static TengenException toException(Throwable error) {
        Metadata trailers = Status.trailersFromThrowable(error);
        String given = trailers == null ? null : trailers.get(REASON);
        String reason = given == null ? "" : given;
        Status status = Status.fromThrowable(error);
        String code = status.getCode().name();
        if (ILLEGAL_ACTIONS.contains(reason)) {
            return new IllegalActionException(code, reason, message(status), details(error), error);
        }
        return new TengenException(code, reason, message(status), details(error), error);
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

    private static String message(Status status) {
        String description = status.getDescription();
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            Optional<String> hint = tlsHint(status.getCause());
            if (hint.isPresent()) {
                return hint.get();
            }
            return "the server cannot be reached (" + description + "); start one with ./tengen serve";
        }
        return description == null ? status.getCode().name() : description;
    }

    /** Returns what an error of TLS means; empty for another error. */
    private static Optional<String> tlsHint(@Nullable Throwable cause) {
        for (Throwable error = cause; error != null; error = error.getCause()) {
            String text = String.valueOf(error.getMessage());
            if (error instanceof CertificateException || text.contains("PKIX path")) {
                return Optional.of(
                        "the certificate of the server is not signed by an authority that this client trusts, or is"
                                + " not for this address (" + text + "); trust its authority, as with TENGEN_CA");
            }
            if (text.contains("not an SSL/TLS record") || error instanceof SSLException) {
                return Optional.of(
                        "the server does not use TLS, or refused the certificate of this client (" + text + ")");
            }
            if (text.contains("First received frame was not SETTINGS")) {
                return Optional.of("the server does not answer in plain text (" + text
                        + "); if it uses TLS, use TLS, as with" + " TENGEN_TLS=1 or TENGEN_CA");
            }
        }
        return Optional.empty();
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
