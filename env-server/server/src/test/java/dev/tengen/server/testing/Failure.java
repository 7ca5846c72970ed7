package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a client sees of a failed call. */
public final class Failure {
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> RETRY_PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private final StatusRuntimeException error;

    private Failure(StatusRuntimeException error) {
        this.error = error;
    }

    /** Makes a call and returns how it failed; fails the test if it did not. */
    public static Failure of(ThrowingCallable call) {
        StatusRuntimeException error = catchThrowableOfType(StatusRuntimeException.class, call);
        if (error == null) {
            throw new AssertionError("the call did not fail");
        }
        return new Failure(error);
    }

    /** Returns how the call failed that threw {@code error}. */
    public static Failure of(StatusRuntimeException error) {
        return new Failure(error);
    }

    /** Returns the gRPC status. */
    public Status.Code code() {
        return error.getStatus().getCode();
    }

    /** Returns the message for people. */
    public String description() {
        return String.valueOf(error.getStatus().getDescription());
    }

    /** Returns the trailer {@code tengen-reason}. */
    public Optional<String> reason() {
        return trailer(REASON);
    }

    /** Returns the trailer {@code grpc-retry-pushback-ms}. */
    public Optional<String> retryPushback() {
        return trailer(RETRY_PUSHBACK);
    }

    private Optional<String> trailer(Metadata.Key<String> key) {
        return Optional.ofNullable(error.getTrailers()).map(trailers -> trailers.get(key));
    }

    /** Returns the ErrorInfo among the details. */
    public Optional<ErrorInfo> info() {
        return detail(ErrorInfo.class);
    }

    /** Returns the RetryInfo among the details. */
    public Optional<RetryInfo> retryInfo() {
        return detail(RetryInfo.class);
    }

    /** Returns the BadRequest among the details. */
    public Optional<BadRequest> badRequest() {
        return detail(BadRequest.class);
    }

    private <M extends Message> Optional<M> detail(Class<M> type) {
        com.google.rpc.Status status = StatusProto.fromThrowable(error);
        return status.getDetailsList().stream()
                .filter(detail -> detail.is(type))
                .findFirst()
                .map(detail -> {
                    try {
                        return detail.unpack(type);
                    } catch (InvalidProtocolBufferException e) {
                        throw new AssertionError(e);
                    }
                });
    }
}
