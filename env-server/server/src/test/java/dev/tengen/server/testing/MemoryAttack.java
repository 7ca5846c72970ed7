package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.TreeRoot;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Ways in which clients have filled the memory of a server. Each is made of legal requests. None leaves anything open
 * after its connections are closed, except sessions, which the caller closes or lets expire.
 */
public enum MemoryAttack {
    /** Row a: a batch of the greatest count of lanes, then one with observations. */
    LARGE_BATCHES {
        @Override
        void run(Context context, double size) {
            StreamCall<?, ?> first = BatchCall.open(
                    context.channel(),
                    OpenBatch.newBuilder().setLaneCount((int) (65_536 * size)).addSpecs(Calls.square(25)));
            context.count("large batch", first::receive);
            StreamCall<?, ?> second = BatchCall.open(
                    context.channel(),
                    OpenBatch.newBuilder()
                            .setLaneCount((int) (8_000 * size))
                            .addSpecs(Calls.square(25).addEncodings("katago-v7")));
            context.count("observed batch", second::receive);
        }
    },

    /** Row b: sessions with large observations and a request id, closed at once. */
    REMEMBERED_ANSWERS {
        @Override
        void run(Context context, double size) {
            for (int number = 0; number < 2_000 * size; number++) {
                CreateSessionRequest request = Calls.create(LARGE_OBSERVATIONS)
                        .setRequestId("remembered-" + number)
                        .build();
                context.count("session", () -> {
                    String id = context.stub().createSession(request).getSessionId();
                    context.close(id);
                });
            }
        }
    },

    /** Row c: streams of batches with long answers that nobody reads. */
    UNREAD_ANSWERS {
        @Override
        void run(Context context, double size) {
            for (int number = 0; number < 12; number++) {
                OpenBatch open = OpenBatch.newBuilder()
                        .setLaneCount((int) Math.max(1, 1_000 * size))
                        .addSpecs(Calls.square(25)
                                .addEncodings("katago-v7")
                                .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32))
                        .build();
                context.unread(
                        "unread stream",
                        BatchServiceGrpc.getRunMethod(),
                        RunRequest.newBuilder().setOpen(open).build());
            }
            context.waitForUnread();
        }
    },

    /** Row c: observations that nobody reads. */
    UNREAD_OBSERVATIONS {
        @Override
        void run(Context context, double size) {
            context.count("session", () -> {
                String id = context.stub()
                        .createSession(Calls.create(Calls.square(25)).build())
                        .getSessionId();
                context.opened.add(id);
                ObserveRequest request = ObserveRequest.newBuilder()
                        .setSessionId(id)
                        .addAllEncodings(LARGE_OBSERVATIONS.getEncodingsList())
                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
                        .build();
                for (int number = 0; number < 400 * size; number++) {
                    context.unread("unread observation", EnvironmentServiceGrpc.getObserveMethod(), request);
                }
            });
            context.waitForUnread();
        }
    },

    /** Row c: long requests whose last byte never comes. */
    UNFINISHED_REQUESTS {
        @Override
        void run(Context context, double size) throws IOException {
            for (int connection = 0; connection < 4; connection++) {
                UnfinishedRequests requests = new UnfinishedRequests(context.port);
                context.unfinished.add(requests);
                boolean isTaken = true;
                for (int number = 0; number < 30 * size && isTaken; number++) {
                    try {
                        isTaken = requests.start("/tengen.v1.BatchService/Run", 15 << 20);
                        context.outcomes.merge("unfinished request: " + (isTaken ? "kept" : "ended"), 1, Integer::sum);
                    } catch (IOException e) {
                        context.outcomes.merge("unfinished request: connection closed", 1, Integer::sum);
                        isTaken = false;
                    }
                }
            }
        }
    },

    /** Row g: many sessions with large observations, each observed. */
    OBSERVED_SESSIONS {
        @Override
        void run(Context context, double size) {
            for (int number = 0; number < 800 * size; number++) {
                context.count("session", () -> {
                    String id = context.stub()
                            .createSession(Calls.create(LARGE_OBSERVATIONS).build())
                            .getSessionId();
                    context.opened.add(id);
                });
            }
        }
    },

    /** Row g: sessions with many moves. */
    LONG_RECORDS {
        @Override
        void run(Context context, double size) {
            for (int number = 0; number < 200 * size; number++) {
                int moveCount = number % 2 == 0 ? 260_000 : 60_000;
                context.count(moveCount + " moves", () -> context.opened.add(context.importPasses(moveCount)));
            }
        }
    },

    /** Row h: many trees from a session of many moves. */
    LONG_ROOTS {
        @Override
        void run(Context context, double size) {
            for (int moveCount : new int[] {258_000, 60_000}) {
                context.count("trees of " + moveCount + " moves", () -> {
                    String id = context.importPasses(moveCount);
                    context.opened.add(id);
                    plant(context, id, (int) (500 * size));
                });
            }
        }

        private void plant(Context context, String session, int count) {
            TreeCall call = TreeCall.open(context.channel(), OpenForest.newBuilder());
            context.count("forest", call::receive);
            TreeRoot root = TreeRoot.newBuilder().setSessionId(session).build();
            PlantTrees plant = PlantTrees.newBuilder()
                    .addAllRoots(IntStream.range(0, count).mapToObj(i -> root).toList())
                    .build();
            for (int time = 0; time < 4; time++) {
                context.count("planting", () -> {
                    call.send(ExpandRequest.newBuilder().setPlant(plant).build());
                    var answer = call.receive();
                    if (answer.hasError()) {
                        context.outcomes.merge("planting: " + answer.getError().getReason(), 1, Integer::sum);
                    }
                });
            }
        }
    },

    /** Self-plays of many slots, with specs of their own, of many leaves, and whose lines all end at the same time. */
    SELF_PLAYS {
        @Override
        void run(Context context, double size) {
            play(context, "many slots", opening((int) (65_536 * size), 1, 0, 100), 4);
            play(context, "many specs", withSpecs(opening((int) (20_000 * size), 1, 0, 100)), 2);
            play(context, "many leaves", opening((int) Math.max(1, 40 * size), 1_024, -1, 1_000_000), 60);
            play(context, "short lines", opening((int) Math.max(1, 400 * size), 1, 2, 1_000_000), 640);
        }

        private OpenSelfPlay opening(int slotCount, int leavesPerRound, int maxMoves, int simulationCount) {
            return OpenSelfPlay.newBuilder()
                    .addSpecs(Calls.square(25).setMaxMoves(maxMoves))
                    .setSearch(SearchSettings.newBuilder().setLeavesPerRound(leavesPerRound))
                    .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(simulationCount))
                    .setSlotCount(slotCount)
                    .setGroupCount(1 + slotCount * leavesPerRound / 4_096)
                    .build();
        }

        /** Returns {@code open} with another start for each slot, a board half full of stones. */
        private OpenSelfPlay withSpecs(OpenSelfPlay open) {
            OpenSelfPlay.Builder own = open.toBuilder().clearSpecs();
            for (int slot = 0; slot < open.getSlotCount(); slot++) {
                Setup.Builder setup = Setup.newBuilder();
                for (int point = slot % 7; point < 625; point += 2) {
                    setup.addBlackPoints(point);
                }
                own.addSpecs(open.getSpecs(0).toBuilder()
                        .setSetup(setup)
                        .setRules(Rules.newBuilder().setKomi(slot % 1_000)));
            }
            return own.build();
        }

        private void play(Context context, String what, OpenSelfPlay open, int roundCount) {
            SelfPlayCall call = new SelfPlayCall(context.channel());
            context.count(what, () -> {
                call.open(open);
                int[] leafCounts = new int[open.getGroupCount()];
                for (int round = 0; round < roundCount * leafCounts.length; round++) {
                    int group = round % leafCounts.length;
                    leafCounts[group] = call.ask(SelfPlayCall.even(group, leafCounts[group], 626))
                            .getLeaves()
                            .getSymmetries()
                            .size();
                }
            });
        }
    };

    /** The sixteen longest encodings of a family, as numbers of four bytes: 2.5 MB in all. */
    private static final EnvironmentSpec.Builder LARGE_OBSERVATIONS = Calls.square(25)
            .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
            .addAllEncodings(IntStream.rangeClosed(17, 32)
                    .mapToObj(history -> "alphazero:history=" + history)
                    .toList());

    /** Attacks as the arguments say: an attack, a port of this machine, a size. Prints the results of the calls. */
    public static void main(String[] arguments) throws IOException {
        try (Context context = new Context(Integer.parseInt(arguments[1]))) {
            valueOf(arguments[0]).run(context, Double.parseDouble(arguments[2]));
            System.out.println(context.outcomes);
        }
    }

    /**
     * Attacks in full if {@code size} is 1, with fewer or smaller things if it is less. Errors of calls are outcomes.
     */
    abstract void run(Context context, double size) throws IOException;

    /**
     * Attacks the server at {@code port} of this machine, and then closes everything.
     *
     * @param size the part of the full attack, above 0
     * @return the count of each outcome
     */
    public Map<String, Integer> run(int port, double size) throws IOException {
        try (Context context = new Context(port)) {
            run(context, size);
            context.closeSessions();
            return context.outcomes;
        }
    }

    /** The connections of an attack, and the results of its calls. */
    static final class Context implements AutoCloseable {
        private static final int CALLS_PER_CHANNEL = 50;

        private final int port;
        private final List<ManagedChannel> channels = new ArrayList<>();
        private final Map<String, Integer> outcomes = new TreeMap<>();
        private final List<String> opened = new ArrayList<>();
        private final List<UnreadCall> unread = new ArrayList<>();
        private final List<UnfinishedRequests> unfinished = new ArrayList<>();

        Context(int port) {
            this.port = port;
            addChannel();
        }

        private void addChannel() {
            channels.add(RunningServer.newChannel(port, Runnable::run));
        }

        Channel channel() {
            return channels.get(channels.size() - 1);
        }

        EnvironmentServiceBlockingStub stub() {
            return EnvironmentServiceGrpc.newBlockingStub(channel()).withDeadlineAfter(5, TimeUnit.MINUTES);
        }

        void count(String what, Runnable call) {
            String outcome = "OK";
            try {
                call.run();
            } catch (StatusRuntimeException e) {
                outcome = outcome(e);
            } catch (AssertionError e) {
                outcome = String.valueOf(e.getMessage());
            }
            outcomes.merge(what + ": " + outcome, 1, Integer::sum);
        }

        private static String outcome(StatusRuntimeException error) {
            Failure failure = Failure.of(error);
            return failure.reason().orElse(failure.code().name());
        }

        void close(String session) {
            Calls.close(stub(), session);
        }

        private void closeSessions() {
            for (String session : opened) {
                count("closing", () -> close(session));
            }
        }

        /** Imports a record of passes, which are four bytes each. */
        String importPasses(int count) {
            String turns = "(;SZ[19]" + ";B[];W[]".repeat(count / 2) + ")";
            return stub().importRecord(ImportRecordRequest.newBuilder()
                            .setSgf(ByteString.copyFrom(turns, StandardCharsets.US_ASCII))
                            .setSpec(EnvironmentSpec.newBuilder()
                                    .setRules(Rules.newBuilder()
                                            .setPreset("tromp-taylor")
                                            .setPassesToEnd(0)))
                            .build())
                    .getSession()
                    .getSessionId();
        }

        /** Calls and reads no answer. */
        <Q, A> void unread(String what, MethodDescriptor<Q, A> method, Q request) {
            if (unread.size() % CALLS_PER_CHANNEL == CALLS_PER_CHANNEL - 1) {
                addChannel();
            }
            unread.add(new UnreadCall(what, channel(), method, request));
        }

        /** Waits until the server has refused an unread call or none for a while, and counts how they ended. */
        void waitForUnread() {
            long start = System.nanoTime();
            while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20) && openCount() == unread.size()) {
                pause();
            }
            int before;
            do {
                before = openCount();
                pause();
            } while (openCount() < before);
            for (UnreadCall call : unread) {
                outcomes.merge(call.what + ": " + call.outcome, 1, Integer::sum);
            }
        }

        private int openCount() {
            return (int)
                    unread.stream().filter(call -> call.outcome.equals("open")).count();
        }

        private static void pause() {
            try {
                TimeUnit.MILLISECONDS.sleep(500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            channels.forEach(ManagedChannel::shutdownNow);
            for (UnfinishedRequests connection : unfinished) {
                connection.close();
            }
        }
    }

    /** A call whose answers nobody reads. */
    private static final class UnreadCall extends ClientCall.Listener<Object> {
        private final String what;
        private volatile String outcome = "open";

        @SuppressWarnings("unchecked")
        <Q, A> UnreadCall(String what, Channel channel, MethodDescriptor<Q, A> method, Q request) {
            this.what = what;
            ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT);
            call.start((ClientCall.Listener<A>) this, new Metadata());
            call.sendMessage(request);
            if (method.getType().clientSendsOneMessage()) {
                call.halfClose();
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            outcome = Context.outcome(status.asRuntimeException(trailers));
        }
    }
}
