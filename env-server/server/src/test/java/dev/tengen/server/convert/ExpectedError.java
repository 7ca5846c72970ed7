package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Failure;
import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a call must fail.
 *
 * @param code gRPC status
 * @param reason reason in trailer and ErrorInfo; none if the transport rejects the call before the service
 * @param metadata the complete metadata of the ErrorInfo
 * @param retrySeconds seconds after which to retry, if a retry helps
 */
record ExpectedError(
        Status.Code code, Optional<Reason> reason, Map<String, String> metadata, Optional<Integer> retrySeconds) {
    static ExpectedError of(Reason reason) {
        return new ExpectedError(reason.code(), Optional.of(reason), Map.of(), Optional.empty());
    }

    static ExpectedError ofTransport(Status.Code code) {
        return new ExpectedError(code, Optional.empty(), Map.of(), Optional.empty());
    }

    static ExpectedError invalid(String field, Object value, String allowed) {
        return of(Reason.INVALID_VALUE)
                .with("field", field)
                .with("value", value)
                .with("allowed", allowed);
    }

    /** Returns the error that nothing has the name {@code name}. */
    static ExpectedError unknown(Reason reason, String field, String name, Object names) {
        return of(reason).with("field", field).with("value", name).with("allowed", "one of " + names);
    }

    ExpectedError with(String key, Object value) {
        Map<String, String> more = new TreeMap<>(metadata);
        more.put(key, value.toString());
        return new ExpectedError(code, reason, more, retrySeconds);
    }

    ExpectedError withRetryAfter(int seconds) {
        return new ExpectedError(code, reason, metadata, Optional.of(seconds));
    }

    void requireIn(Failure failure) {
        assertThat(failure.code()).as("status").isEqualTo(code);
        assertThat(failure.reason()).as("tengen-reason").isEqualTo(reason.map(Reason::name));
        assertThat(failure.info()).as("ErrorInfo").isEqualTo(reason.map(this::info));
        assertThat(failure.description()).as("message").isNotEmpty();
        if (metadata.containsKey("allowed")) {
            assertThat(failure.description()).as("message").contains(metadata.get("value"));
        }
        assertThat(failure.badRequest()
                        .map(request -> request.getFieldViolations(0))
                        .map(FieldViolation::getField))
                .as("field in BadRequest")
                .isEqualTo(Optional.ofNullable(metadata.get("field")));
        assertThat(failure.retryPushback())
                .as("grpc-retry-pushback-ms")
                .isEqualTo(retrySeconds.map(seconds -> Integer.toString(1000 * seconds)));
        assertThat(failure.retryInfo().map(RetryInfo::getRetryDelay))
                .as("RetryInfo")
                .isEqualTo(retrySeconds.map(
                        seconds -> Duration.newBuilder().setSeconds(seconds).build()));
    }

    private ErrorInfo info(Reason named) {
        return ErrorInfo.newBuilder()
                .setDomain("tengen.dev")
                .setReason(named.name())
                .putAllMetadata(metadata)
                .build();
    }

    @Override
    public String toString() {
        return code + reason.map(named -> " / " + named).orElse("");
    }
}
