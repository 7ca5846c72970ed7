package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import io.grpc.Status;
import java.util.Set;
import java.util.stream.Stream;

/** Errors that every RPC has: too long, no message at all, no such RPC. */
final class TransportRows {
    private static final int LIMIT = 1 << 20;
    private static final int TRANSPORT_LIMIT = 16 << 20;
    private static final int UNKNOWN_FIELD = 1000;

    /** A key of wire type 7, which does not exist. */
    private static final byte[] NO_MESSAGE = {0x0F, 1, 2, 3};

    /** Field 1, a string of one byte that is not UTF-8. */
    private static final byte[] NO_TEXT = {0x0A, 1, (byte) 0xFF};

    /** Field 1, a string of five bytes of which only one is sent. */
    private static final byte[] CUT_OFF = {0x0A, 5, 'a'};

    private static final Set<String> WITHOUT_TEXT_IN_FIELD_1 = Set.of("GetServerInfo", "ListSessions");

    private static final byte[] TOO_LONG = padded(LIMIT + 1);
    private static final byte[] FAR_TOO_LONG = padded(TRANSPORT_LIMIT + 1);

    private TransportRows() {}

    static Stream<ErrorRow> all() {
        Stream<ErrorRow> unknown = Stream.of(
                row("Redo", "no such RPC", new byte[0], ExpectedError.ofTransport(Status.Code.UNIMPLEMENTED)));
        Stream<ErrorRow> rows = EnvironmentServiceGrpc.getServiceDescriptor().getMethods().stream()
                .flatMap(method -> rows(method.getBareMethodName()));
        return Stream.concat(rows, unknown);
    }

    private static Stream<ErrorRow> rows(String rpc) {
        ExpectedError unreadable = ExpectedError.of(Reason.INVALID_VALUE);
        Stream<ErrorRow> rows = Stream.of(
                row(
                        rpc,
                        "a byte too long",
                        TOO_LONG,
                        ExpectedError.of(Reason.MESSAGE_TOO_LARGE)
                                .with("value", LIMIT + 1)
                                .with("allowed", "[0, " + LIMIT + "]")),
                row(
                        rpc,
                        "a byte too long for the transport",
                        FAR_TOO_LONG,
                        ExpectedError.ofTransport(Status.Code.RESOURCE_EXHAUSTED)),
                row(rpc, "bytes that are no message", NO_MESSAGE, unreadable),
                row(rpc, "a message cut off", CUT_OFF, unreadable));
        boolean hasText = !WITHOUT_TEXT_IN_FIELD_1.contains(rpc);
        return hasText ? Stream.concat(rows, Stream.of(row(rpc, "text that is not UTF-8", NO_TEXT, unreadable))) : rows;
    }

    /** Returns a message of {@code length} bytes, nearly all in an unknown field. */
    private static byte[] padded(int length) {
        int overhead = message(length).length - length;
        return message(length - overhead);
    }

    private static byte[] message(int contentLength) {
        Field content = Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(new byte[contentLength]))
                .build();
        return UnknownFieldSet.newBuilder()
                .addField(UNKNOWN_FIELD, content)
                .build()
                .toByteArray();
    }

    private static ErrorRow row(String rpc, String condition, byte[] request, ExpectedError expected) {
        return new ErrorRow(rpc, condition, stage -> new Call(stage.plain(), stage.openSession(), request), expected);
    }
}
