package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.EvaluateGroup;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.proto.v1.TreeServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Attacks that once hurt other clients of a server, or ended it. Each repeats until it is over. */
enum Attack {
    LANES("a", "batches of 65,536 lanes 25x25, and of 8,000 with katago-v7") {
        @Override
        void repeat(Target target) throws InterruptedException {
            runBatch(target, OpenBatch.newBuilder().setLaneCount(65_536).addSpecs(large()), 1);
            runBatch(target, OpenBatch.newBuilder().setLaneCount(8_000).addSpecs(large("katago-v7")), 1);
        }
    },
    REMEMBERED_ANSWERS("b", "sessions with request ids and long observations, closed at once") {
        @Override
        void repeat(Target target) {
            String id = target.stub()
                    .createSession(CreateSessionRequest.newBuilder()
                            .setRequestId("attack " + System.nanoTime())
                            .setSpec(largeWithHistories()
                                    .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32))
                            .build())
                    .getSessionId();
            target.close(id);
        }
    },
    SILENT_STREAMS("c", "ten batches with answers of 64 MB that are never read") {
        @Override
        void repeat(Target target) throws InterruptedException {
            List<ClientCall<RunRequest, ?>> calls = new ArrayList<>();
            for (int stream = 0; stream < 10; stream++) {
                ClientCall<RunRequest, ?> call = silent(target, BatchServiceGrpc.getRunMethod());
                call.sendMessage(RunRequest.newBuilder()
                        .setOpen(OpenBatch.newBuilder()
                                .setLaneCount(SILENT_LANE_COUNT)
                                .addSpecs(large("alphazero-17")
                                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)))
                        .build());
                calls.add(call);
            }
            for (int time = 0; time < 20 && !target.isOver().getAsBoolean(); time++) {
                calls.forEach(call -> call.sendMessage(step(SILENT_LANE_COUNT)));
                Thread.sleep(50);
            }
            calls.forEach(call -> call.cancel("the attack is over", null));
        }
    },
    LONG_RECORDS("d", "imports of records of 1 MB and of as many moves as allowed, 16 at once") {
        @Override
        void repeat(Target target) throws InterruptedException {
            List<ByteString> records = List.of(passes(120_000), passes(MAX_MOVE_COUNT / 2));
            AtomicInteger next = new AtomicInteger();
            inParallel(target, 16, () -> {
                ByteString sgf = records.get(next.getAndIncrement() % records.size());
                target.close(target.importRecord(sgf));
            });
        }
    },
    SLOW_LANES("e", "20,000 and 2,000 lanes 25x25 of tactical and of race-cgt, steps sent ahead, then cancelled") {
        @Override
        void repeat(Target target) throws InterruptedException {
            // Where the memory budget refuses many lanes, it accepts some.
            for (int laneCount : List.of(20_000, 2_000)) {
                runBatch(target, OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(large("tactical")), 3);
                OpenBatch.Builder races = OpenBatch.newBuilder().addSpecs(large().setTask("race-cgt"));
                runBatch(target, races.setLaneCount(laneCount), 3);
            }
        }
    },
    SEARCHES("f", "12 sessions against players of a million playouts, clients gone") {
        @Override
        void repeat(Target target) throws InterruptedException {
            String id = target.create(large());
            inParallel(
                    target,
                    12,
                    () -> target.stub()
                            .withDeadlineAfter(300, TimeUnit.MILLISECONDS)
                            .chooseAction(ChooseActionRequest.newBuilder()
                                    .setSessionId(id)
                                    .setPlayer("monte-carlo:playouts=1000000")
                                    .build()));
            target.close(id);
        }
    },
    SESSIONS("g", "sessions 25x25 with sixteen encodings, never closed") {
        @Override
        void repeat(Target target) {
            target.create(largeWithHistories().setMaxMoves(-1));
        }
    },
    LONG_SESSIONS("g", "sessions of as many moves as allowed, never closed") {
        @Override
        void repeat(Target target) {
            target.importRecord(passes(MAX_MOVE_COUNT / 2));
        }
    },
    LONG_ROOTS("h", "500 trees from a session of as many moves as allowed, then cancelled") {
        @Override
        void repeat(Target target) throws InterruptedException {
            String id = target.importRecord(passes(MAX_MOVE_COUNT / 2));
            PlantTrees.Builder plant = PlantTrees.newBuilder();
            for (int root = 0; root < 500; root++) {
                plant.addRoots(TreeRoot.newBuilder().setSessionId(id));
            }
            ClientCall<ExpandRequest, ?> call = silent(target, TreeServiceGrpc.getExpandMethod());
            call.request(2);
            call.sendMessage(ExpandRequest.newBuilder()
                    .setOpen(OpenForest.newBuilder().setMaxNodeCount(10_000))
                    .build());
            call.sendMessage(ExpandRequest.newBuilder().setPlant(plant).build());
            Thread.sleep(300);
            call.cancel("the attack is over", null);
            target.close(id);
        }
    },
    MANY_STREAMS("i", "2,000 streams on one connection, against the limit") {
        @Override
        void repeat(Target target) throws IOException {
            byte[] headers = RawHttp2.callHeaders("/tengen.v1.BatchService/Run");
            try (RawHttp2 connection = RawHttp2.open(target.ports().grpc())) {
                for (int stream = 0; stream < 2_000 && !target.isOver().getAsBoolean(); stream++) {
                    connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 2 * stream + 1, headers));
                }
            }
        }
    },
    SLOW_BODIES("j", "60 requests to the HTTP port with bodies that never end") {
        @Override
        void repeat(Target target) throws IOException, InterruptedException {
            List<RawHttp1> connections = new ArrayList<>();
            try {
                for (int count = 0; count < 60; count++) {
                    RawHttp1 connection = target.http();
                    connections.add(connection);
                    connection.send(connection.head("POST", "/api/sessions", List.of(), 1000) + "{");
                }
                Thread.sleep(500);
            } finally {
                closeAll(connections);
            }
        }
    },
    FOREIGN_HOST("k", "reads of the HTTP port under a foreign host name") {
        @Override
        void repeat(Target target) throws IOException {
            try (RawHttp1 connection = target.http()) {
                RawHttp1.Answer answer = connection.request("GET", "/metrics", List.of("Host: evil.example"), "");
                if (answer.status() == 200 || answer.body().contains("tengen_sessions_open")) {
                    throw new AssertionError("metrics are readable under a foreign host name");
                }
                target.refused().increment();
            }
        }
    },
    LONG_INPUTS(
            "l", "gtp with a line of 600 MB, score /dev/zero, arena run with a string of 60 MB, in a heap of 64 MB") {
        @Override
        void repeat(Target target) throws IOException, InterruptedException {
            Path file = Files.createTempFile("long", ".yaml");
            try {
                Files.writeString(file, "players: [\"" + "x".repeat(60 << 20) + "\"]\n");
                requireAnswer(target, tengen(target, "gtp"), 600);
                requireAnswer(target, tengen(target, "score", "/dev/zero"), 0);
                requireAnswer(target, tengen(target, "arena", "run", file.toString()), 0);
            } finally {
                Files.delete(file);
            }
        }
    },
    MCP_MAPS("m", "sessions of MCP that are opened with 450 empty maps, never closed") {
        @Override
        void repeat(Target target) throws IOException {
            String message = McpMessages.initialize(McpMessages.experiments(MAP_COUNT), "attack");
            try (RawHttp1 connection = target.http()) {
                for (int count = 0; count < SESSION_COUNT && !target.isOver().getAsBoolean(); count++) {
                    target.post(connection, McpMessages.PATH, message);
                }
            }
        }
    },
    VARIATIONS("n", "records of a game of 20,000 moves with 498 variations, eight at a time") {
        @Override
        void repeat(Target target) throws InterruptedException {
            String id = target.stub()
                    .importRecord(ImportRecordRequest.newBuilder()
                            .setSgf(longKo())
                            .setSpec(EnvironmentSpec.newBuilder()
                                    .setRules(Rules.newBuilder()
                                            .setPreset("tromp-taylor")
                                            .setKo(KoRule.KO_RULE_NONE))
                                    .setMaxMoves(-1))
                            .build())
                    .getSession()
                    .getSessionId();
            String variations =
                    ("_" + (LONG_GAME - 10) + "-3").repeat(VARIATION_COUNT).substring(1);
            try {
                inParallel(target, READER_COUNT, () -> {
                    try (RawHttp1 connection = target.http()) {
                        target.count(connection.request(
                                "GET",
                                "/api/sessions/" + id + "/record?variations=" + variations,
                                target.headers(),
                                ""));
                    } catch (IOException e) {
                        target.refused().increment();
                    }
                });
            } finally {
                target.close(id);
            }
        }
    },
    FORGED_LINES("o", "lines of the log in the names of clients of MCP") {
        @Override
        void repeat(Target target) throws IOException {
            Random random = new Random();
            try (RawHttp1 connection = target.http()) {
                for (int count = 0; count < SESSION_COUNT && !target.isOver().getAsBoolean(); count++) {
                    RawHttp1.Answer opened = target.post(
                            connection, McpMessages.PATH, McpMessages.initialize("{}", HostileText.any(random)));
                    String session = opened.headers().get("mcp-session-id");
                    if (session != null) {
                        target.count(connection.request("DELETE", McpMessages.PATH, target.headers(session), ""));
                    }
                }
            }
        }
    },
    NULL_PARAMETERS("p", "initialize of MCP without parameters") {
        @Override
        void repeat(Target target) throws IOException {
            try (RawHttp1 connection = target.http()) {
                for (int count = 0; count < SESSION_COUNT && !target.isOver().getAsBoolean(); count++) {
                    RawHttp1.Answer answer = target.post(
                            connection,
                            McpMessages.PATH,
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":null}");
                    if (answer.status() == 500) {
                        throw new AssertionError("initialize without parameters is an internal error");
                    }
                }
            }
        }
    },
    PARALLEL_RESETS("q", "eight resets of one OpenEnv session at the same time") {
        @Override
        void repeat(Target target) throws IOException, InterruptedException {
            try (RawHttp1 connection = target.http()) {
                String id = openEnvSession(target, connection);
                inParallel(target, READER_COUNT, () -> {
                    try (RawHttp1 own = target.http()) {
                        target.post(own, "/reset", "{\"size\":9,\"session_id\":\"" + id + "\"}");
                    } catch (IOException e) {
                        target.refused().increment();
                    }
                });
                target.post(
                        connection,
                        "/mcp",
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"openenv/session/close\",\"params\":{\"session_id\":\""
                                + id + "\"}}");
            }
        }
    },
    ALL_SOCKETS("r", "all sockets of OpenEnv and all live streams of a session, by one principal") {
        @Override
        void repeat(Target target) throws IOException, InterruptedException {
            String id = target.create(EnvironmentSpec.newBuilder());
            List<RawHttp1> open = new ArrayList<>();
            try {
                boolean isAccepted = true;
                while (isAccepted
                        && open.size() < SOCKET_COUNT
                        && !target.isOver().getAsBoolean()) {
                    RawHttp1 socket = target.http();
                    open.add(socket);
                    isAccepted = socket.upgrade("/ws", target.headers());
                    if (isAccepted) {
                        socket.sendFrame(1, "{\"type\":\"state\"}".getBytes(StandardCharsets.US_ASCII));
                        isAccepted = !socket.readFrame().contains("CAPACITY_REACHED");
                    }
                }
                isAccepted = true;
                for (int stream = 0; isAccepted && stream < STREAM_COUNT; stream++) {
                    RawHttp1 reader = target.http();
                    open.add(reader);
                    isAccepted =
                            target.count(reader.request("GET", "/api/sessions/" + id + "/live", target.headers(), ""))
                                            .status()
                                    == 200;
                }
                Thread.sleep(200);
            } finally {
                closeAll(open);
                target.close(id);
            }
        }
    },
    FOREIGN_SESSIONS("s", "sessions of MCP of another principal") {
        @Override
        void repeat(Target target) throws IOException {
            if (target.token().equals(target.otherToken())) {
                target.refused().increment();
                return; // Without authentication, there is one principal.
            }
            try (RawHttp1 owner = target.http();
                    RawHttp1 stranger = target.http()) {
                String session = target.post(owner, McpMessages.PATH, McpMessages.initialize("{}", "owner"))
                        .headers()
                        .get("mcp-session-id");
                if (session == null) {
                    return;
                }
                String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
                RawHttp1.Answer foreign = stranger.request(
                        "POST", McpMessages.PATH, headers(target.otherToken(), Optional.of(session)), ping);
                RawHttp1.Answer unknown = stranger.request(
                        "POST",
                        McpMessages.PATH,
                        headers(target.otherToken(), Optional.of("00000000-0000-0000-0000-000000000000")),
                        ping);
                target.count(owner.request("DELETE", McpMessages.PATH, target.headers(session), ""));
                if (foreign.status() == 404 && !foreign.body().equals(unknown.body()) || foreign.status() == 200) {
                    throw new AssertionError("the session of another principal answers otherwise than an unknown one: "
                            + foreign.body() + " and " + unknown.body());
                }
                target.count(foreign);
            }
        }
    },
    SELF_PLAYS("u", "self-plays of a million simulations whose lines end at once, of many leaves, and of full size") {
        @Override
        void repeat(Target target) throws InterruptedException {
            selfPlay(target, 1, 400, 1, 1, 0, 1_000_000); // Every line ends after two passes: there are few leaves.
            selfPlay(target, 1, 100, 1, SIZE, 2, 1_000_000); // Every line ends at the move limit, in 390,000 ways.
            selfPlay(target, 1, 20, 1_024, SIZE, -1, 1_000_000);
            selfPlay(target, 1, 65_536, 1, SIZE, 0, 32);
            selfPlay(target, 65_536, 65_536, 1, SIZE, 0, 32);
        }
    },
    NESTED_RECORDS("t", "a record of 140,000 nested games that never end") {
        @Override
        void repeat(Target target) {
            target.importRecord(ByteString.copyFromUtf8("(;GM[1]".repeat(140_000)));
            throw new AssertionError("a record of 140,000 nested games that never end is accepted");
        }
    };

    private static final int SIZE = 25;
    private static final long CALL_SECONDS = 60;
    private static final int HISTORY_COUNT = 16;
    /** Lanes of 25x25 whose answer in 17 planes of floats is just below the limit of 64 MiB. */
    private static final int SILENT_LANE_COUNT = 1_500;
    /** The default limit of a server on the moves of a session. */
    private static final int MAX_MOVE_COUNT = 100_000;

    private static final Setup NO_STONES = Setup.getDefaultInstance();

    private static final Pattern OPENED = Pattern.compile("\"session_id\":\"([^\"]+)\"");
    private static final int MAP_COUNT = 450;
    private static final int SESSION_COUNT = 40;
    private static final int LONG_GAME = 20_000;
    private static final int VARIATION_COUNT = 498;
    private static final int READER_COUNT = 8;
    private static final int SOCKET_COUNT = 800;
    private static final int STREAM_COUNT = 70;

    private final String row;
    private final String summary;

    Attack(String row, String summary) {
        this.row = row;
        this.summary = summary;
    }

    /**
     * The ports of a server.
     *
     * @param grpc the port for clients
     * @param http the HTTP port
     */
    record Ports(int grpc, int http) {}

    /**
     * What an attack is made on, and when it ends.
     *
     * @param jar the packed program
     * @param channel a channel to the server
     * @param refused counts what the server or the program refuses
     * @param isOver whether the attack ends
     * @param token the token of the attacker, which the channel sends, too; empty if it has none
     * @param otherToken the token of another principal
     */
    record Target(
            Ports ports,
            Path jar,
            ManagedChannel channel,
            LongAdder refused,
            BooleanSupplier isOver,
            String token,
            String otherToken) {
        private EnvironmentServiceBlockingStub stub() {
            return EnvironmentServiceGrpc.newBlockingStub(channel).withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
        }

        /** Creates a session, and returns its id. */
        private String create(EnvironmentSpec.Builder spec) {
            return stub().createSession(
                            CreateSessionRequest.newBuilder().setSpec(spec).build())
                    .getSessionId();
        }

        /** Imports a record, and returns the id of its session. */
        private String importRecord(ByteString sgf) {
            return stub().importRecord(
                            ImportRecordRequest.newBuilder().setSgf(sgf).build())
                    .getSession()
                    .getSessionId();
        }

        private void close(String session) {
            stub().closeSession(CloseSessionRequest.newBuilder()
                    .setSessionId(session)
                    .build());
        }

        private RawHttp1 http() throws IOException {
            return new RawHttp1(ports.http());
        }

        private List<String> headers() {
            return Attack.headers(token, Optional.empty());
        }

        private List<String> headers(String mcpSession) {
            return Attack.headers(token, Optional.of(mcpSession));
        }

        private RawHttp1.Answer post(RawHttp1 connection, String path, String body) throws IOException {
            return count(connection.request("POST", path, headers(), body));
        }

        /** Counts a refusal, and returns the answer. */
        private RawHttp1.Answer count(RawHttp1.Answer answer) {
            if (answer.status() >= 400) {
                refused.increment();
            }
            return answer;
        }
    }

    /** A step of an attack. */
    @FunctionalInterface
    private interface Step {
        void run() throws StatusRuntimeException;
    }

    /** Returns the letter of the case. */
    String row() {
        return row;
    }

    /** Returns what it does. */
    String summary() {
        return summary;
    }

    /** Returns whether the attack is on the HTTP port. */
    boolean isOnHttp() {
        return door().filter(MixDoor::isOnHttp).isPresent();
    }

    /** Returns the door of the attack; empty if it is on programs of the command line. */
    Optional<MixDoor> door() {
        return switch (this) {
            case LONG_INPUTS -> Optional.empty();
            case MANY_STREAMS -> Optional.of(MixDoor.HTTP2);
            case SLOW_BODIES, FOREIGN_HOST, VARIATIONS -> Optional.of(MixDoor.PAGE);
            case PARALLEL_RESETS, ALL_SOCKETS -> Optional.of(MixDoor.OPENENV);
            case MCP_MAPS, FORGED_LINES, NULL_PARAMETERS, FOREIGN_SESSIONS -> Optional.of(MixDoor.MCP);
            default -> Optional.of(MixDoor.GRPC);
        };
    }

    /** Returns the attacks of {@code text}: "all" that are on a server, "none", or names separated by commas. */
    static List<Attack> parse(String text) {
        return switch (text) {
            case "all" ->
                Arrays.stream(values())
                        .filter(attack -> attack.door().isPresent())
                        .toList();
            case "none" -> List.of();
            default ->
                Arrays.stream(text.split(","))
                        .map(name ->
                                valueOf(name.strip().toUpperCase(Locale.ROOT).replace('-', '_')))
                        .toList();
        };
    }

    /** Makes the attack once. */
    abstract void repeat(Target target) throws IOException, InterruptedException;

    /**
     * Makes the attack again and again for {@code duration}, which begins when the first one can be made.
     *
     * @return its outcome
     * @throws AssertionError if the attack reached what it must not reach
     */
    Outcome run(Ports ports, Path jar, Duration duration) throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", ports.grpc())
                .usePlaintext()
                .maxInboundMessageSize(80 << 20)
                .build();
        LongAdder refused = new LongAdder();
        long rounds = 0;
        long end = System.nanoTime() + duration.toNanos();
        BooleanSupplier isOver = () -> System.nanoTime() - end > 0;
        Target target = new Target(ports, jar, channel, refused, isOver, "", "");
        try {
            while (!isOver.getAsBoolean()) {
                try {
                    repeat(target);
                } catch (StatusRuntimeException | IOException e) {
                    refused.increment();
                }
                rounds++;
            }
        } finally {
            channel.shutdownNow();
        }
        return new Outcome(rounds, refused.sum());
    }

    /**
     * The outcome of an attack.
     *
     * @param roundCount how often it was made
     * @param refusedCount how many of its calls, streams and connections were refused
     */
    record Outcome(long roundCount, long refusedCount) {}

    /** Returns a record of passes, two for each of {@code pairCount}. */
    private static ByteString passes(int pairCount) {
        return ByteString.copyFromUtf8("(;GM[1]SZ[9]" + ";B[];W[]".repeat(pairCount) + ")");
    }

    /** Returns a record in which both players take the same ko again and again. */
    private static ByteString longKo() {
        return ByteString.copyFromUtf8(
                "(;GM[1]FF[4]SZ[19]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]" + ";B[cb];W[bb]".repeat(LONG_GAME / 2) + ")");
    }

    private static void closeAll(List<RawHttp1> connections) throws IOException {
        for (RawHttp1 connection : connections) {
            connection.close();
        }
    }

    private static List<String> headers(String token, Optional<String> mcpSession) {
        List<String> headers = new ArrayList<>();
        if (!token.isEmpty()) {
            headers.add("Authorization: Bearer " + token);
        }
        mcpSession.ifPresent(id -> headers.add("Mcp-Session-Id: " + id));
        return headers;
    }

    private static String openEnvSession(Target target, RawHttp1 connection) throws IOException {
        String answer = target.post(
                        connection,
                        "/mcp",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"openenv/session/create\",\"params\":{}}")
                .body();
        Matcher id = OPENED.matcher(answer);
        if (!id.find()) {
            throw new IOException("no session: " + answer);
        }
        return id.group(1);
    }

    /** Starts the command line in a small heap. */
    private static Process tengen(Target target, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-jar",
                target.jar().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Writes a line of so many megabytes to a program, and requires that it says why it does not take its input. */
    private static void requireAnswer(Target target, Process program, int megabytes)
            throws IOException, InterruptedException {
        try (OutputStream input = program.getOutputStream()) {
            byte[] block = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int count = 0; count < megabytes; count++) {
                input.write(block);
            }
            input.write("\nquit\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The program may end before it has read all.
        }
        String answer = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        program.waitFor();
        if (answer.contains("OutOfMemoryError") || !answer.contains("longer than")) {
            throw new AssertionError("no clear answer to an input that is too long: " + answer);
        }
        target.refused().increment();
    }

    private static EnvironmentSpec.Builder large(String... encodings) {
        return EnvironmentSpec.newBuilder().setWidth(SIZE).setHeight(SIZE).addAllEncodings(List.of(encodings));
    }

    private static EnvironmentSpec.Builder largeWithHistories() {
        EnvironmentSpec.Builder spec = large();
        for (int history = 1; history <= HISTORY_COUNT; history++) {
            spec.addEncodings("alphazero:history=" + (2 * history));
        }
        return spec;
    }

    /** Returns a step with drawn actions. */
    private static RunRequest step(int laneCount) {
        int[] actions = new int[laneCount];
        Arrays.fill(actions, HostileStream.DRAWN_ACTION);
        return RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setActions(HostileStream.ints(actions)))
                .build();
    }

    /** Opens a batch, sends steps without waiting for answers, and cancels the stream half a second later. */
    private static void runBatch(Target target, OpenBatch.Builder open, int stepCount) throws InterruptedException {
        ClientCall<RunRequest, ?> call = silent(target, BatchServiceGrpc.getRunMethod());
        call.request(stepCount);
        call.sendMessage(RunRequest.newBuilder().setOpen(open).build());
        for (int count = 0; count < stepCount; count++) {
            call.sendMessage(step(open.getLaneCount()));
        }
        Thread.sleep(500);
        call.cancel("the attack is over", null);
    }

    /** Opens a self-play, answers its leaves for two seconds as if all actions were equal, and vanishes. */
    private static void selfPlay(
            Target target,
            int specCount,
            int slotCount,
            int leavesPerRound,
            int size,
            int maxMoves,
            int simulationCount)
            throws InterruptedException {
        OpenSelfPlay.Builder open = OpenSelfPlay.newBuilder()
                .addAllSpecs(IntStream.range(0, specCount)
                        .mapToObj(slot -> EnvironmentSpec.newBuilder()
                                .setWidth(size)
                                .setHeight(size)
                                .setMaxMoves(maxMoves)
                                .setRules(Rules.newBuilder().setKomi(slot % 1_000))
                                .setSetup(
                                        slot == 0
                                                ? NO_STONES
                                                : NO_STONES.toBuilder()
                                                        .addBlackPoints(slot % (size * size))
                                                        .build())
                                .build())
                        .toList())
                .setSearch(SearchSettings.newBuilder().setLeavesPerRound(leavesPerRound))
                .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(simulationCount))
                .setSlotCount(slotCount)
                .setGroupCount(Math.max(1, slotCount * leavesPerRound / 4_096));
        ClientCall<SelfPlayRequest, SelfPlayResponse> call =
                target.channel().newCall(SearchServiceGrpc.getSelfPlayMethod(), CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(SelfPlayResponse answer) {
                        int leafCount = answer.getLeaves().getSymmetries().size();
                        try {
                            call.sendMessage(evaluation(leafCount, size * size + 1));
                            call.request(1);
                        } catch (IllegalStateException e) {
                            // The attack is over.
                        }
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        if (status.getCode() != Status.Code.CANCELLED) {
                            target.refused().increment();
                        }
                    }
                },
                new Metadata());
        call.request(1);
        call.sendMessage(SelfPlayRequest.newBuilder().setOpen(open).build());
        Thread.sleep(2_000);
        call.cancel("the attack is over", null);
    }

    /** Returns equal priors, and values by which every move looks bad once it is visited. */
    private static SelfPlayRequest evaluation(int leafCount, int actionCount) {
        float[] values = new float[leafCount];
        Arrays.fill(values, 0.9f);
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * leafCount).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return SelfPlayRequest.newBuilder()
                .setEvaluate(EvaluateGroup.newBuilder()
                        .setPriors(ByteString.copyFrom(new byte[Float.BYTES * leafCount * actionCount]))
                        .setValues(ByteString.copyFrom(bytes)))
                .build();
    }

    /** Starts a stream that requests no answers. */
    private static <Q, A> ClientCall<Q, A> silent(Target target, MethodDescriptor<Q, A> method) {
        ClientCall<Q, A> call = target.channel().newCall(method, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        if (status.getCode() != Status.Code.CANCELLED) {
                            target.refused().increment();
                        }
                    }
                },
                new Metadata());
        return call;
    }

    private static void inParallel(Target target, int count, Step step) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Thread thread = new Thread(() -> {
                try {
                    step.run();
                } catch (StatusRuntimeException e) {
                    target.refused().increment();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
