package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Drawing;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The bad requests in {@code errors/environment-service.txt}. */
final class ErrorTable {
    private static final Pattern SECTION = Pattern.compile("(\\w+)([^{]*)(?:\\{(.*)})?");

    private ErrorTable() {}

    /** Returns the rows in the order of the file. */
    static Stream<ErrorRow> rows() {
        return ErrorFile.rows("environment-service").map(ErrorTable::row);
    }

    private static ErrorRow row(ErrorFile.Row row) {
        Matcher section = SECTION.matcher(row.section());
        if (!section.matches()) {
            throw new IllegalArgumentException(row.section());
        }
        String rpc = section.group(1);
        EnvironmentSpec.Builder spec = spec(section.group(2), section.group(3));
        int[] played = Stream.of(row.columns().get(1).split(" "))
                .filter(action -> !action.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        Message.Builder request = prototype(rpc).toBuilder();
        if (rpc.equals("CreateSession")) {
            request.setField(field(request, "spec"), spec.build());
        }
        row.mergeInto(request);
        return new ErrorRow(
                rpc,
                row.condition(),
                stage -> {
                    String session = stage.openSession(spec);
                    Calls.play(stage.plain().stub(), session, played);
                    return new Call(stage.plain(), session, about(session, request.clone()));
                },
                row.expected());
    }

    private static EnvironmentSpec.Builder spec(String drawing, String fields) {
        EnvironmentSpec.Builder spec = drawing.isBlank()
                ? square(9)
                : Drawing.of(drawing.replace('/', '\n')).spec();
        return fields == null ? spec : ErrorFile.merge(fields, spec);
    }

    private static byte[] about(String session, Message.Builder request) {
        FieldDescriptor field = field(request, "session_id");
        return (field == null ? request : request.setField(field, session))
                .build()
                .toByteArray();
    }

    private static FieldDescriptor field(Message.Builder message, String name) {
        return message.getDescriptorForType().findFieldByName(name);
    }

    private static Message prototype(String rpc) {
        return EnvironmentServiceGrpc.getServiceDescriptor().getMethods().stream()
                .filter(method -> rpc.equals(method.getBareMethodName()))
                .map(ErrorTable::prototype)
                .findFirst()
                .orElseThrow();
    }

    /** Returns an empty request of an RPC. */
    static Message prototype(MethodDescriptor<?, ?> method) {
        return (Message) ((PrototypeMarshaller<?>) method.getRequestMarshaller()).getMessagePrototype();
    }
}
