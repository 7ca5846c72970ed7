package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Calls;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Errors of the RPCs that open sessions, beside those of {@link ErrorTable}: no spec, no place, and bad snapshots. */
final class SessionRows {
    private SessionRows() {}

    static Stream<ErrorRow> all() {
        return Stream.concat(
                Stream.of(
                        ErrorRow.of(
                                "CreateSession",
                                "no spec",
                                (stage, session) -> CreateSessionRequest.getDefaultInstance(),
                                ExpectedError.invalid("spec", "missing", "a spec")),
                        onFull("CreateSession", stage -> create(square(9)).build()),
                        onFull(
                                "ImportRecord",
                                stage -> Calls.importing("(;FF[4]SZ[9];B[aa])").build()),
                        onFull(
                                "Restore",
                                stage -> restoring(Calls.snapshot(stage.full().stub(), stage.onlySession()))
                                        .build())),
                snapshots());
    }

    private static ErrorRow onFull(String rpc, Function<ErrorStage, MessageLite> request) {
        return new ErrorRow(
                rpc,
                "no place",
                stage -> new Call(
                        stage.full(), stage.onlySession(), request.apply(stage).toByteArray()),
                ExpectedError.of(Reason.TOO_MANY_SESSIONS).withRetryAfter(1));
    }

    private static RestoreRequest.Builder restoring(ByteString snapshot) {
        return RestoreRequest.newBuilder().setSnapshot(snapshot);
    }

    private static Stream<ErrorRow> snapshots() {
        ExpectedError foreign = ExpectedError.of(Reason.SNAPSHOT_FOREIGN).with("field", "snapshot");
        ExpectedError damaged = ExpectedError.of(Reason.SNAPSHOT_DAMAGED).with("field", "snapshot");
        ExpectedError tooNew = ExpectedError.of(Reason.SNAPSHOT_TOO_NEW)
                .with("field", "snapshot")
                .with("value", 2)
                .with("allowed", 1);
        return Stream.of(
                restore("nothing", bytes -> ByteString.EMPTY, foreign),
                restore("other bytes", bytes -> ByteString.copyFromUtf8("(;GM[1]SZ[9];B[aa])"), foreign),
                restore("of a later version", bytes -> changed(bytes, 6, 2), tooNew),
                restore(
                        "one bit changed",
                        bytes -> changed(bytes, bytes.size() - 1, bytes.byteAt(bytes.size() - 1) ^ 1),
                        damaged),
                restore("cut short", bytes -> bytes.substring(0, bytes.size() - 3), damaged),
                restore("an illegal game", SessionRows::illegal, damaged),
                ErrorRow.of(
                        "Restore",
                        "idle timeout of 3600001 ms",
                        (stage, session) -> restoring(
                                        Calls.snapshot(stage.plain().stub(), session))
                                .setIdleTimeoutMs(3_600_001)
                                .build(),
                        ExpectedError.invalid("idle_timeout_ms", 3_600_001, "[0, 3600000]")));
    }

    private static ErrorRow restore(String condition, UnaryOperator<ByteString> change, ExpectedError expected) {
        return ErrorRow.of(
                "Restore",
                "snapshot: " + condition,
                (stage, session) -> restoring(
                                change.apply(Calls.snapshot(stage.plain().stub(), session)))
                        .build(),
                expected);
    }

    private static ByteString changed(ByteString bytes, int index, int value) {
        byte[] copy = bytes.toByteArray();
        copy[index] = (byte) value;
        return ByteString.copyFrom(copy);
    }

    /** Returns a snapshot with a correct checksum in which Black plays twice on the same point. */
    private static ByteString illegal(ByteString bytes) {
        SnapshotContent content = SnapshotConverter.read(bytes).toBuilder()
                .addActions(0)
                .addActions(0)
                .build();
        return SnapshotConverter.framed(content);
    }
}
