package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import io.grpc.MethodDescriptor;
import java.util.stream.Stream;

/** Errors of every RPC that names a session: there is no such session. */
final class SessionIdRows {
    private static final String NEVER_MADE = "0123456789abcdef0123456789abcdef";

    private SessionIdRows() {}

    /** Returns the rows; {@code stage} has been set up. */
    static Stream<ErrorRow> all(ErrorStage stage) {
        return EnvironmentServiceGrpc.getServiceDescriptor().getMethods().stream()
                .filter(method -> sessionField(method) != null)
                .flatMap(method -> rows(method, stage));
    }

    private static Stream<ErrorRow> rows(MethodDescriptor<?, ?> method, ErrorStage stage) {
        return Stream.of(
                row(method, "no session id", "", ExpectedError.invalid("session_id", "\"\"", "the id of a session")),
                row(method, "session never made", NEVER_MADE, notFound(NEVER_MADE)),
                row(method, "session id of a megabyte", "a".repeat(1_000_000), notFound("a".repeat(64) + "...")),
                row(
                        method,
                        "session id of symbols beyond 16 bits",
                        "x" + "\uD83D\uDE00".repeat(64),
                        notFound("x" + "\uD83D\uDE00".repeat(31) + "...")),
                row(method, "session closed", stage.closedSession(), notFound(stage.closedSession())),
                expired(method, stage.expiredSession()));
    }

    private static ExpectedError notFound(String shown) {
        return ExpectedError.of(Reason.SESSION_NOT_FOUND)
                .with("field", "session_id")
                .with("value", shown);
    }

    private static ErrorRow row(MethodDescriptor<?, ?> method, String condition, String id, ExpectedError expected) {
        return new ErrorRow(
                method.getBareMethodName(),
                condition,
                stage -> new Call(stage.plain(), stage.openSession(), request(method, id)),
                expected);
    }

    private static ErrorRow expired(MethodDescriptor<?, ?> method, String id) {
        return new ErrorRow(
                method.getBareMethodName(),
                "session expired",
                stage -> new Call(stage.forgetful(), open(stage.forgetful().stub(), square(9)), request(method, id)),
                ExpectedError.of(Reason.SESSION_EXPIRED)
                        .with("field", "session_id")
                        .with("value", id));
    }

    private static byte[] request(MethodDescriptor<?, ?> method, String sessionId) {
        return ErrorTable.prototype(method).toBuilder()
                .setField(sessionField(method), sessionId)
                .build()
                .toByteArray();
    }

    private static FieldDescriptor sessionField(MethodDescriptor<?, ?> method) {
        return ErrorTable.prototype(method).getDescriptorForType().findFieldByName("session_id");
    }
}
