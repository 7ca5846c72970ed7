package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Calls;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Errors of the RPCs that list, save and restore sessions, except those of ids. */
final class SavedSessionRows {
    private static final String RECORD = "(;GM[1]FF[4]SZ[9];B[aa];W[bb];B[cc])";

    private SavedSessionRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(lists(), snapshots(), records(), idleTimeouts()).flatMap(List::stream);
    }

    private static List<ErrorRow> lists() {
        return List.of(
                ErrorRow.of(
                        "ListSessions",
                        "page too long",
                        (stage, session) -> ListSessionsRequest.newBuilder()
                                .setPageSize(1001)
                                .build(),
                        ExpectedError.invalid("page_size", 1001, "[0, 1000]")),
                ErrorRow.of(
                        "ListSessions",
                        "page token of another make",
                        (stage, session) -> ListSessionsRequest.newBuilder()
                                .setPageToken("next")
                                .build(),
                        ExpectedError.invalid("page_token", "\"next\"", "one that ListSessions returned")));
    }

    /** Every RPC that opens a session. The server's maximum is an hour. */
    private static List<ErrorRow> idleTimeouts() {
        return List.of(
                idleTimeout(
                        "CreateSession",
                        "3600001",
                        (stage, session) -> Calls.create(square(9))
                                .setIdleTimeoutMs(3_600_001)
                                .build()),
                idleTimeout(
                        "CreateSession",
                        "18446744073709551615",
                        (stage, session) ->
                                Calls.create(square(9)).setIdleTimeoutMs(-1).build()),
                idleTimeout(
                        "Fork",
                        "3600001",
                        (stage, session) -> ForkRequest.newBuilder()
                                .setSessionId(session)
                                .setIdleTimeoutMs(3_600_001)
                                .build()),
                idleTimeout(
                        "Restore",
                        "3600001",
                        (stage, session) -> RestoreRequest.newBuilder()
                                .setSnapshot(Calls.snapshot(stage.plain().stub(), session))
                                .setIdleTimeoutMs(3_600_001)
                                .build()),
                idleTimeout(
                        "ImportRecord",
                        "3600001",
                        (stage, session) -> importRequest(request -> request.setIdleTimeoutMs(3_600_001))
                                .build()));
    }

    private static ErrorRow idleTimeout(String rpc, String value, BiFunction<ErrorStage, String, MessageLite> request) {
        return ErrorRow.of(
                rpc,
                "idle timeout of " + value + " ms",
                request,
                ExpectedError.invalid("idle_timeout_ms", value, "[0, 3600000]"));
    }

    private static List<ErrorRow> snapshots() {
        ExpectedError foreign = ExpectedError.of(Reason.SNAPSHOT_FOREIGN).with("field", "snapshot");
        ExpectedError damaged = ExpectedError.of(Reason.SNAPSHOT_DAMAGED).with("field", "snapshot");
        ExpectedError tooNew = ExpectedError.of(Reason.SNAPSHOT_TOO_NEW)
                .with("field", "snapshot")
                .with("value", 2)
                .with("allowed", 1);
        return List.of(
                restore("nothing", bytes -> ByteString.EMPTY, foreign),
                restore("other bytes", bytes -> ByteString.copyFromUtf8("(;GM[1]SZ[9];B[aa])"), foreign),
                restore("of a later version", bytes -> changed(bytes, 6, 2), tooNew),
                restore(
                        "one bit changed",
                        bytes -> changed(bytes, bytes.size() - 1, bytes.byteAt(bytes.size() - 1) ^ 1),
                        damaged),
                restore("cut short", bytes -> bytes.substring(0, bytes.size() - 3), damaged),
                restore("an illegal game", SavedSessionRows::illegal, damaged),
                onFull(
                        "Restore",
                        stage -> RestoreRequest.newBuilder()
                                .setSnapshot(snapshotOnFull(stage))
                                .build()
                                .toByteArray()));
    }

    private static ErrorRow restore(String condition, UnaryOperator<ByteString> change, ExpectedError expected) {
        return ErrorRow.of(
                "Restore",
                "snapshot: " + condition,
                (stage, session) -> RestoreRequest.newBuilder()
                        .setSnapshot(change.apply(Calls.snapshot(stage.plain().stub(), session)))
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

    private static ByteString snapshotOnFull(ErrorStage stage) {
        return Calls.snapshot(stage.full().stub(), stage.onlySession());
    }

    private static ErrorRow onFull(String rpc, Function<ErrorStage, byte[]> request) {
        return new ErrorRow(
                rpc,
                "no place",
                stage -> new Call(stage.full(), stage.onlySession(), request.apply(stage)),
                ExpectedError.of(Reason.TOO_MANY_SESSIONS).withRetryAfter(1));
    }

    private static List<ErrorRow> records() {
        ExpectedError illegal =
                ExpectedError.of(Reason.RECORD_ILLEGAL).with("field", "sgf").with("move_number", 2);
        return List.of(
                record(
                        "no record",
                        request -> request.setSgf(ByteString.copyFromUtf8("no record")),
                        ExpectedError.of(Reason.RECORD_UNREADABLE).with("field", "sgf")),
                record(
                        "occupied point",
                        request -> request.setSgf(ByteString.copyFromUtf8("(;SZ[9];B[aa];W[aa])")),
                        illegal.with("illegal_reason", "OCCUPIED")),
                record(
                        "repetition behind a move out of turn",
                        request -> request.setSgf(ByteString.copyFromUtf8(
                                "(;SZ[4]PL[W];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])")),
                        ExpectedError.of(Reason.RECORD_ILLEGAL)
                                .with("field", "sgf")
                                .with("move_number", 9)
                                .with("illegal_reason", "REPETITION")
                                .with("repeats_move", 7)),
                record(
                        "suicide, which the rules of the record forbid",
                        request -> request.setSgf(
                                ByteString.copyFromUtf8("(;SZ[3]RU[cgos];B[ba];W[cc];B[bb];W[cb];B[ab];W[aa])")),
                        ExpectedError.of(Reason.RECORD_ILLEGAL)
                                .with("field", "sgf")
                                .with("move_number", 6)
                                .with("illegal_reason", "SUICIDE")),
                record(
                        "more moves than the limit",
                        request -> request.setSpec(EnvironmentSpec.newBuilder().setMaxMoves(1)),
                        illegal.with("illegal_reason", "EPISODE_OVER")),
                record(
                        "size given",
                        request -> request.setSpec(EnvironmentSpec.newBuilder().setWidth(9)),
                        ExpectedError.invalid(
                                "spec", "with a size or a set-up", "one without: those are the record's")),
                record(
                        "move number past the end",
                        request -> request.setMoveNumber(4),
                        ExpectedError.invalid("move_number", 4, "[0, 3]")),
                record(
                        "unknown preset",
                        request -> request.setSpec(EnvironmentSpec.newBuilder()
                                .setRules(Rules.newBuilder().setPreset("go"))),
                        ExpectedError.unknown(Reason.UNKNOWN_PRESET, "preset", "\"go\"", RulesPreset.names())),
                onFull(
                        "ImportRecord",
                        stage -> importRequest(request -> request).build().toByteArray()));
    }

    private static ErrorRow record(
            String condition, UnaryOperator<ImportRecordRequest.Builder> change, ExpectedError expected) {
        return ErrorRow.of(
                "ImportRecord",
                condition,
                (stage, session) -> importRequest(change).build(),
                expected);
    }

    private static ImportRecordRequest.Builder importRequest(UnaryOperator<ImportRecordRequest.Builder> change) {
        return change.apply(Calls.importing(RECORD));
    }
}
