package dev.tengen.hostile;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.TreeServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServiceDescriptor;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * An RPC, called with any bytes. The RPCs are those of the service descriptors, so a new one takes part by itself.
 *
 * @param raw the RPC with bytes in place of messages
 * @param request the type of its request
 * @param answerParser the parser of its answer
 * @param weight how often it is called, relative to the others
 */
record ServerMethod(
        MethodDescriptor<byte[], byte[]> raw,
        Descriptor request,
        Parser<? extends Message> answerParser,
        double weight) {
    private static final List<ServiceDescriptor> SERVICES = List.of(
            EnvironmentServiceGrpc.getServiceDescriptor(),
            BatchServiceGrpc.getServiceDescriptor(),
            TreeServiceGrpc.getServiceDescriptor(),
            SearchServiceGrpc.getServiceDescriptor(),
            AnalysisServiceGrpc.getServiceDescriptor(),
            ArenaServiceGrpc.getServiceDescriptor(),
            HealthGrpc.getServiceDescriptor(),
            ServerReflectionGrpc.getServiceDescriptor());

    private static final double DEFAULT_WEIGHT = 0.5;

    private static final Map<String, Double> WEIGHTS = Map.ofEntries(
            Map.entry("Step", 30.0),
            Map.entry("LegalActions", 8.0),
            Map.entry("Score", 6.0),
            Map.entry("Observe", 8.0),
            Map.entry("GetSession", 4.0),
            Map.entry("CreateSession", 5.0),
            Map.entry("CloseSession", 3.0),
            Map.entry("Reset", 3.0),
            Map.entry("Undo", 4.0),
            Map.entry("ProposeDeadStones", 3.0),
            Map.entry("ChooseAction", 2.0),
            Map.entry("Fork", 2.0),
            Map.entry("Snapshot", 3.0),
            Map.entry("Restore", 2.0),
            Map.entry("ExportRecord", 2.0),
            Map.entry("ImportRecord", 1.0),
            Map.entry("GetServerInfo", 0.2),
            Map.entry("SolvePosition", 0.1),
            Map.entry("AnalyzeRace", 0.1),
            Map.entry("CreateTournament", 0.1),
            Map.entry("Run", 40.0),
            Map.entry("Expand", 30.0),
            Map.entry("SelfPlay", 30.0));

    private static final Marshaller<byte[]> BYTES = new Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    /** Returns all RPCs of a server. */
    static List<ServerMethod> all() {
        return SERVICES.stream()
                .flatMap(service -> service.getMethods().stream())
                .map(ServerMethod::of)
                .toList();
    }

    /** Returns one of {@code methods}; those with a greater weight are more likely. */
    static ServerMethod any(List<ServerMethod> methods, Random random) {
        double left = random.nextDouble()
                * methods.stream().mapToDouble(ServerMethod::weight).sum();
        for (ServerMethod method : methods) {
            left -= method.weight();
            if (left <= 0) {
                return method;
            }
        }
        return methods.get(0);
    }

    private static <Q, R> ServerMethod of(MethodDescriptor<Q, R> method) {
        if (!(method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier schema)
                || !(method.getResponseMarshaller() instanceof PrototypeMarshaller<R> answers)
                || !(answers.getMessagePrototype() instanceof Message answer)) {
            throw new AssertionError("not a method of protobuf: " + method);
        }
        String name = Optional.ofNullable(method.getBareMethodName()).orElseThrow();
        return new ServerMethod(
                method.toBuilder(BYTES, BYTES).build(),
                schema.getMethodDescriptor().getInputType(),
                answer.getParserForType(),
                WEIGHTS.getOrDefault(name, DEFAULT_WEIGHT));
    }

    /** Returns its name without the service, as in "Step". */
    String name() {
        return Optional.ofNullable(raw.getBareMethodName()).orElseThrow();
    }

    /** Returns its name with the service, as in "EnvironmentService.Step". */
    String fullName() {
        String full = raw.getFullMethodName();
        return full.substring(full.lastIndexOf('.') + 1).replace('/', '.');
    }

    /** Returns whether the client sends one message. */
    boolean isUnary() {
        return raw.getType() == MethodDescriptor.MethodType.UNARY;
    }

    /** Returns whether the client sends one message and the server many. */
    boolean isServerStream() {
        return raw.getType() == MethodDescriptor.MethodType.SERVER_STREAMING;
    }

    /** Returns whether a call opens a session, and may be remembered for retries. */
    boolean isOpening() {
        return switch (name()) {
            case "CreateSession", "Fork", "Restore", "ImportRecord" -> true;
            default -> false;
        };
    }

    /** Returns whether a call may take long. */
    boolean isSlow() {
        return switch (name()) {
            case "ChooseAction", "SolvePosition", "AnalyzeRace", "ImportRecord", "CreateTournament" -> true;
            default -> false;
        };
    }
}
