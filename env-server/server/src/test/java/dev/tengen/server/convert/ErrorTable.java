package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.tengen.analysis.Overlays;
import dev.tengen.env.Tasks;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Drawing;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The bad requests in {@code errors/environment-service.txt}, whose head says how they are written. */
final class ErrorTable {
    private static final String FILE = "/errors/environment-service.txt";
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+)([^{]*)(.*)]");
    private static final Pattern REPEATED = Pattern.compile("\\{(\\d+)\\*([^}]+)}");
    private static final Pattern RANGE = Pattern.compile("\\{(\\d+)\\.\\.(\\d+)}");
    private static final Map<String, List<String>> NAMES = Map.of(
            "{presets}", RulesPreset.names(),
            "{encodings}", Encodings.choices(),
            "{players}", Players.choices(),
            "{tasks}", Tasks.choices(),
            "{overlays}", Overlays.names());

    private String rpc = "";
    private EnvironmentSpec spec = EnvironmentSpec.getDefaultInstance();

    /** Returns the rows in the order of the file. */
    static Stream<ErrorRow> rows() {
        ErrorTable table = new ErrorTable();
        List<ErrorRow> rows = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith("[")) {
                table.startSection(line);
            } else {
                rows.add(table.row(line.split("\\|", -1)));
            }
        }
        return rows.stream();
    }

    private static List<String> lines() {
        try (InputStream input = Objects.requireNonNull(ErrorTable.class.getResourceAsStream(FILE))) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startSection(String line) {
        Matcher section = SECTION.matcher(line);
        if (!section.matches()) {
            throw new IllegalArgumentException(line);
        }
        String drawing = section.group(2).replace('/', '\n');
        String fields = section.group(3).replaceAll("^\\{|}$", "");
        EnvironmentSpec.Builder drawn =
                drawing.isBlank() ? square(9) : Drawing.of(drawing).spec();
        merge(fields, drawn);
        rpc = section.group(1);
        spec = drawn.build();
    }

    private ErrorRow row(String[] columns) {
        EnvironmentSpec given = spec;
        int[] played = Stream.of(columns[1].strip().split(" "))
                .filter(action -> !action.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        Message.Builder request = prototype(rpc).toBuilder();
        if (rpc.equals("CreateSession")) {
            request.setField(field(request, "spec"), given);
        }
        merge(columns[2], request);
        return new ErrorRow(
                rpc,
                columns[0].strip(),
                stage -> {
                    String session = stage.openSession(given.toBuilder());
                    Calls.play(stage.plain().stub(), session, played);
                    return new Call(stage.plain(), session, about(session, request.clone()));
                },
                expected(columns[3].strip()));
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

    /** Returns an empty request of {@code rpc}. */
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

    private static void merge(String text, Message.Builder message) {
        try {
            TextFormat.merge(expanded(text), message);
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static ExpectedError expected(String text) {
        String[] entries = expanded(text).split("; ");
        ExpectedError expected = ExpectedError.of(Reason.valueOf(entries[0]));
        for (int index = 1; index < entries.length; index++) {
            String[] entry = entries[index].split("=", 2);
            expected = expected.with(entry[0], entry[1]);
        }
        return expected;
    }

    private static String expanded(String text) {
        String expanded = text;
        for (Map.Entry<String, List<String>> names : NAMES.entrySet()) {
            expanded = expanded.replace(names.getKey(), names.getValue().toString());
        }
        expanded = REPEATED.matcher(expanded)
                .replaceAll(times -> Matcher.quoteReplacement(times.group(2).repeat(Integer.parseInt(times.group(1)))));
        return RANGE.matcher(expanded)
                .replaceAll(range -> IntStream.rangeClosed(
                                Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)))
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(", ")));
    }
}
