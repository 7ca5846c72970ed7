package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RawCall;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Errors of every RPC with a request id: the id is too long, or was used for another request. */
final class RequestIdRows {
    private RequestIdRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(tooLong("a".repeat(65), 65), tooLong("\u7881".repeat(22), 66), reused())
                .flatMap(List::stream);
    }

    private static List<ErrorRow> tooLong(String id, int bytes) {
        return List.of(
                tooLong("CreateSession", bytes, session -> create(id)),
                tooLong("Reset", bytes, session -> reset(session, id)),
                tooLong("Step", bytes, session -> step(session, id)),
                tooLong("ProposeDeadStones", bytes, session -> propose(session, id)),
                tooLong("Undo", bytes, session -> undo(session, id)),
                tooLong("Fork", bytes, session -> fork(session, id)),
                tooLong("Restore", bytes, session -> RestoreRequest.newBuilder().setRequestId(id)),
                tooLong("ImportRecord", bytes, session -> importRecord(id)));
    }

    private static ErrorRow tooLong(String rpc, int bytes, Function<String, MessageLite.Builder> request) {
        return ErrorRow.of(
                rpc,
                "request id of " + bytes + " bytes",
                (stage, session) -> request.apply(session).build(),
                ExpectedError.invalid("request_id", "of " + bytes + " bytes", "one of at most 64 bytes"));
    }

    private static List<ErrorRow> reused() {
        return List.of(
                created(
                        "other seed",
                        id -> create(id).setSeed(1),
                        id -> create(id).setSeed(2)),
                created("no seed", id -> create(id).setSeed(0), id -> create(id)),
                created("other spec", id -> create(id), id -> create(id).setSpec(square(8))),
                reused(
                        "Reset",
                        "other seed",
                        "Reset",
                        (session, id) -> reset(session, id).setSeed(1),
                        (session, id) -> reset(session, id).setSeed(2)),
                reused(
                        "Reset",
                        "no seed",
                        "Reset",
                        (session, id) -> reset(session, id).setSeed(0),
                        RequestIdRows::reset),
                reused(
                        "Step",
                        "other action",
                        "Step",
                        RequestIdRows::step,
                        (session, id) -> step(session, id).setAction(1)),
                reused(
                        "Step",
                        "other move number",
                        "Step",
                        (session, id) -> step(session, id).setExpectedMoveNumber(0),
                        RequestIdRows::step),
                reused("Fork", "that of a creation", "CreateSession", (session, id) -> create(id), RequestIdRows::fork),
                reused(
                        "ImportRecord",
                        "other move number",
                        "ImportRecord",
                        (session, id) -> importRecord(id),
                        (session, id) -> importRecord(id).setMoveNumber(0)),
                reused("ProposeDeadStones", "that of a step", "Step", RequestIdRows::step, RequestIdRows::propose),
                reused("Undo", "that of a step", "Step", RequestIdRows::step, RequestIdRows::undo),
                reused("Reset", "that of a step", "Step", RequestIdRows::step, RequestIdRows::reset),
                reused("Step", "that of a reset", "Reset", RequestIdRows::reset, RequestIdRows::step));
    }

    private static ErrorRow created(
            String condition,
            Function<String, MessageLite.Builder> first,
            Function<String, MessageLite.Builder> second) {
        return reused(
                "CreateSession",
                condition,
                "CreateSession",
                (session, id) -> first.apply(id),
                (session, id) -> second.apply(id));
    }

    private static ErrorRow reused(
            String rpc,
            String condition,
            String firstRpc,
            BiFunction<String, String, MessageLite.Builder> first,
            BiFunction<String, String, MessageLite.Builder> second) {
        String id = rpc + ", " + condition;
        return new ErrorRow(
                rpc,
                "request id again, " + condition,
                stage -> {
                    String session = stage.openSession();
                    RawCall.call(
                            stage.plain().channel(),
                            firstRpc,
                            first.apply(session, id).build().toByteArray());
                    return new Call(
                            stage.plain(),
                            session,
                            second.apply(session, id).build().toByteArray());
                },
                ExpectedError.of(Reason.REQUEST_ID_REUSED)
                        .with("field", "request_id")
                        .with("value", id));
    }

    private static CreateSessionRequest.Builder create(String id) {
        return Calls.create(square(9)).setRequestId(id);
    }

    private static ResetRequest.Builder reset(String session, String id) {
        return Calls.reset(session).setRequestId(id);
    }

    private static ForkRequest.Builder fork(String session, String id) {
        return ForkRequest.newBuilder().setSessionId(session).setRequestId(id);
    }

    private static ImportRecordRequest.Builder importRecord(String id) {
        return ImportRecordRequest.newBuilder().setRequestId(id).setSgf(ByteString.copyFromUtf8("(;GM[1]SZ[9];B[aa])"));
    }

    private static ProposeDeadStonesRequest.Builder propose(String session, String id) {
        return ProposeDeadStonesRequest.newBuilder().setSessionId(session).setRequestId(id);
    }

    private static UndoRequest.Builder undo(String session, String id) {
        return UndoRequest.newBuilder().setSessionId(session).setRequestId(id).setMoveCount(1);
    }

    private static StepRequest.Builder step(String session, String id) {
        return Calls.step(session, 0).setRequestId(id);
    }
}
