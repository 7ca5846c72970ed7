package dev.tengen.cli.hostile;

import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Gauntlet;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.Swiss;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentFormat;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.WatchTournamentRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Sends random requests over all RPCs and streams to a server in a process of its own, from several connections: valid ones,
 * boundary values, broken messages; clients that come and go, cancel, and never read. At the end, nothing may be left of them.
 *
 * <pre>{@code java -cp tengen.jar:test-classes dev.tengen.cli.hostile.HostileMix --jar tengen.jar --heap 512m --minutes 60}</pre>
 */
public final class HostileMix {
    /** The server remembers the answers of calls that opened sessions for this time. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10).plusSeconds(30);

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(90);

    /** After this time without use, the server has freed its idle solvers and its cache of solved races. */
    private static final Duration CACHE_RETENTION = Duration.ofSeconds(125);

    private static final Duration SETTLE_PERIOD = Duration.ofSeconds(2);
    private static final Duration PROGRESS_PERIOD = Duration.ofMinutes(1);
    private static final double MIN_HANDLED_SHARE = 0.3;
    private static final long MAX_LOG_BYTES = 1 << 20;
    private static final int SILENT_CLIENT_COUNT = 3;
    private static final int HISTOGRAM_LINES = 25;
    /** Pools start their threads when they need them; so many may start late. */
    private static final int MAX_NEW_THREADS = 4;

    /** The most threads of one pool of a server with default limits: those that wait for its eight engines, and two more. */
    private static final int MAX_POOL_THREADS = 10;

    private static final int MAX_STRETCH = 10;
    private static final int PAGE_SIZE = 100;

    /** The largest width and height of a board. */
    private static final int MAX_SIZE = 25;

    /**
     * Threads that a server starts with and never ends. Those of other pools end when they have nothing to do, among them the one
     * that adds connections to the arena's database.
     */
    private static final Pattern LASTING_THREADS =
            Pattern.compile("tengen-(io|accept|health).*|tengen-arena:housekeeper.*|.*timer.*");

    private static final List<TournamentFormat> FORMATS = List.of(
            TournamentFormat.newBuilder()
                    .setRoundRobin(RoundRobin.newBuilder().setPairCount(1))
                    .build(),
            TournamentFormat.newBuilder()
                    .setGauntlet(Gauntlet.newBuilder().setChallenger("first").setPairCount(1))
                    .build(),
            TournamentFormat.newBuilder()
                    .setSwiss(Swiss.newBuilder().setMeetingCount(1))
                    .build(),
            TournamentFormat.newBuilder()
                    .setSprt(Sprt.newBuilder().setElo0(0).setElo1(400))
                    .build());

    private final MixSettings settings;
    private final PrintStream out;
    private final MixTally tally = new MixTally();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

    private HostileMix(MixSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** What a mix found. */
    record Result(
            long requestCount,
            double handledShare,
            Map<String, Map<String, Long>> outcomes,
            long heapBefore,
            long heapAfter,
            List<String> violations) {}

    /**
     * Runs a mix, and ends with 1 if the server broke a promise.
     *
     * @param args {@code --jar FILE}, {@code --heap SIZE}, {@code --minutes N}, {@code --warm-up-seconds N}, {@code --seed N},
     *     {@code --clients N}, {@code --request-ids yes|no}, {@code --folder DIRECTORY}, each with a default
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new TreeMap<>(Map.of(
                "--jar",
                "cli/target/tengen.jar",
                "--heap",
                "512m",
                "--minutes",
                "60",
                "--warm-up-seconds",
                "120",
                "--seed",
                "1",
                "--clients",
                "8",
                "--request-ids",
                "yes",
                "--folder",
                ""));
        for (int index = 0; index + 1 < args.length; index += 2) {
            if (options.put(args[index], args[index + 1]) == null) {
                throw new IllegalArgumentException("no option " + args[index] + "; there are " + options.keySet());
            }
        }
        String folder = options.get("--folder");
        Result result = run(
                new MixSettings(
                        Path.of(options.get("--jar")),
                        options.get("--heap"),
                        Duration.ofSeconds(Long.parseLong(options.get("--warm-up-seconds"))),
                        Duration.ofMillis((long) (60_000 * Double.parseDouble(options.get("--minutes")))),
                        0,
                        Long.parseLong(options.get("--seed")),
                        Duration.ofSeconds(20),
                        1.05,
                        Integer.parseInt(options.get("--clients")),
                        options.get("--request-ids").equals("yes"),
                        folder.isEmpty() ? Files.createTempDirectory("hostile-mix") : Path.of(folder)),
                System.out);
        System.exit(result.violations().isEmpty() ? 0 : 1);
    }

    /** Runs a mix and prints its progress. */
    static Result run(MixSettings settings, PrintStream out) throws Exception {
        return new HostileMix(settings, out).run();
    }

    private Result run() throws Exception {
        Path log = settings.folder().resolve("server.log");
        print("log in " + log + ", seed " + settings.seed() + ", heap " + settings.heap());
        List<String> options = List.of(
                "--arena",
                settings.folder().resolve("arena.db").toString(),
                "--arena-reconnect-seconds",
                "3",
                "--idle-timeout-seconds",
                Long.toString(settings.idleTimeout().toSeconds()));
        try (JarServer server = JarServer.start(settings.jar(), settings.heap(), log, options)) {
            useAllBoardSizes(server);
            playTournaments(server);
            attack(server, "warm-up", settings.warmUp(), new MixTally(), Duration.ZERO);
            settle(server, true);
            ClassHistogram before = server.classHistogram();
            Map<String, Integer> threadsBefore = server.threads();
            boolean isLong = settings.duration().compareTo(REMEMBERED.multipliedBy(2)) > 0;
            Duration withIds = isLong ? settings.duration().minus(REMEMBERED) : settings.duration();
            attack(server, "mix", settings.duration(), tally, settings.hasRequestIds() ? withIds : Duration.ZERO);
            long heapAfter = 0;
            if (server.isAlive()) {
                settle(server, isLong || !settings.hasRequestIds());
                ClassHistogram after = server.classHistogram();
                heapAfter = after.bytes();
                after.growthSince(before, HISTOGRAM_LINES).forEach(this::print);
                compare(before.bytes(), heapAfter, threadsBefore, server.threads());
            } else {
                violations.add("the server has ended");
            }
            checkLog(server);
            return report(before.bytes(), heapAfter);
        }
    }

    /** Opens and closes a session on each size of board: the server makes their tables once, and keeps them. */
    private static void useAllBoardSizes(JarServer server) throws InterruptedException {
        ManagedChannel channel = channel(server);
        try {
            var environments = EnvironmentServiceGrpc.newBlockingStub(channel);
            for (int width = 1; width <= MAX_SIZE; width++) {
                for (int height = 1; height <= MAX_SIZE; height++) {
                    CreateSessionResponse opened = environments.createSession(CreateSessionRequest.newBuilder()
                            .setSpec(EnvironmentSpec.newBuilder()
                                    .setWidth(width)
                                    .setHeight(height)
                                    .setSymmetry(Symmetry.SYMMETRY_ROTATE_180)
                                    .addEncodings("alphazero-17"))
                            .build());
                    environments.closeSession(CloseSessionRequest.newBuilder()
                            .setSessionId(opened.getSessionId())
                            .build());
                }
            }
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    /** Plays a short tournament of each format to its end, with which the server loads the classes of the arena. */
    private static void playTournaments(JarServer server) throws InterruptedException {
        ManagedChannel channel = channel(server);
        try {
            var arena = ArenaServiceGrpc.newBlockingStub(channel);
            for (TournamentFormat format : FORMATS) {
                String name = "warm-up " + format.getFormatCase();
                arena.createTournament(CreateTournamentRequest.newBuilder()
                        .setSpec(TournamentSpec.newBuilder()
                                .setName(name)
                                .addPlayers(ArenaPlayer.newBuilder()
                                        .setName("first")
                                        .setPlayer("random"))
                                .addPlayers(ArenaPlayer.newBuilder()
                                        .setName("second")
                                        .setPlayer("greedy"))
                                .setFormat(format)
                                .setWidth(5)
                                .setHeight(5)
                                .setTimeControl("1m+1s"))
                        .build());
                arena.watchTournament(WatchTournamentRequest.newBuilder()
                                .setName(name)
                                .build())
                        .forEachRemaining(state -> {});
                arena.getStandings(
                        GetStandingsRequest.newBuilder().setName(name).build());
                arena.listArenaGames(
                                ListArenaGamesRequest.newBuilder().setName(name).build())
                        .getGamesList()
                        .forEach(game -> arena.getArenaGame(GetArenaGameRequest.newBuilder()
                                .setGameId(game.getGameId())
                                .build()));
            }
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    /** Lets clients visit the server for {@code duration}; their calls have request ids in the first {@code withIds} of it. */
    private void attack(JarServer server, String phase, Duration duration, MixTally counted, Duration withIds)
            throws Exception {
        KnownValues known = new KnownValues(info(server));
        long start = System.nanoTime();
        BooleanSupplier isOver = () -> {
            long time = System.nanoTime() - start;
            boolean isEnough = time > duration.toNanos() && counted.answerCount() >= settings.minAnswerCount();
            return isEnough || time > MAX_STRETCH * duration.toNanos() || !server.isAlive();
        };
        BooleanSupplier hasIds = () -> System.nanoTime() - start < withIds.toNanos();
        Random seeds = new Random(settings.seed());
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < settings.clientCount() + SILENT_CLIENT_COUNT; client++) {
            Random random = new Random(seeds.nextLong());
            boolean isReading = client < settings.clientCount();
            threads.add(new Thread(
                    new HostileClient(
                            server.port(),
                            isReading,
                            known,
                            counted,
                            random,
                            new RequestGenerator(random, known, hasIds),
                            timer,
                            isOver),
                    "client " + client));
        }
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((failed, error) -> {
            error.printStackTrace(out);
            violations.add(failed.getName() + " failed: " + error);
        }));
        threads.forEach(Thread::start);
        long next = start;
        while (!isOver.getAsBoolean()) {
            next += PROGRESS_PERIOD.toNanos();
            while (!isOver.getAsBoolean() && System.nanoTime() < next) {
                Thread.sleep(100);
            }
            progress(server, phase, counted, System.nanoTime() - start);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        timer.shutdownNow();
    }

    private static GetServerInfoResponse info(JarServer server) throws InterruptedException {
        ManagedChannel channel = channel(server);
        try {
            return EnvironmentServiceGrpc.newBlockingStub(channel)
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    private static ManagedChannel channel(JarServer server) {
        return NettyChannelBuilder.forTarget(server.address()).usePlaintext().build();
    }

    private void progress(JarServer server, String phase, MixTally counted, long nanos) throws InterruptedException {
        double seconds = nanos / 1e9;
        StringBuilder line = new StringBuilder(String.format(
                "%s %.0f s: %,d requests, %,.0f/s, %.1f %% handled",
                phase, seconds, counted.sentCount(), counted.sentCount() / seconds, 100 * counted.handledShare()));
        try {
            Map<String, Double> metrics = server.metrics();
            line.append(String.format(
                    ", %.0f sessions, %.0f lanes, %.0f nodes, %.0f MB reserved, %.0f MB heap, %.0f threads",
                    sum(metrics, "tengen_sessions_open"),
                    sum(metrics, "tengen_lanes_open"),
                    sum(metrics, "tengen_nodes_open"),
                    sum(metrics, "tengen_memory_reserved_bytes") / (1 << 20),
                    sum(metrics, "jvm_memory_used_bytes{area=\"heap\"") / (1 << 20),
                    sum(metrics, "jvm_threads_live_threads")));
        } catch (IOException e) {
            line.append(", no metrics: ").append(e);
        }
        print(line.append(", log ").append(logBytes(server)).append(" bytes").toString());
        print("  " + counted.byOutcome());
        counted.faults().forEach(fault -> print("  fault " + fault));
    }

    private static long logBytes(JarServer server) {
        try {
            return server.logBytes();
        } catch (IOException e) {
            return -1;
        }
    }

    private static double sum(Map<String, Double> metrics, String prefix) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().startsWith(prefix))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Waits until nothing is left of the clients. {@code withRemembered}: remembered answers must be gone, too. */
    private void settle(JarServer server, boolean withRemembered) throws Exception {
        cancelTournaments(server);
        long end = System.nanoTime() + SETTLE_LIMIT.toNanos();
        Map<String, Double> left = left(server, withRemembered);
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(SETTLE_PERIOD.toMillis());
            left = left(server, withRemembered);
        }
        print("nothing is left " + (SETTLE_LIMIT.toSeconds() - TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime()))
                + " s after the clients, except " + left);
        if (!left.isEmpty()) {
            violations.add("left " + SETTLE_LIMIT.toSeconds() + " s after the clients: " + left);
        }
        if (isWaitingForCaches()) {
            Thread.sleep(CACHE_RETENTION.toMillis());
        }
    }

    private boolean isWaitingForCaches() {
        return settings.duration().compareTo(CACHE_RETENTION) > 0;
    }

    private static Map<String, Double> left(JarServer server, boolean withRemembered) throws Exception {
        Map<String, Double> metrics = server.metrics();
        metrics.entrySet().removeIf(metric -> !isOfClients(metric.getKey(), withRemembered) || metric.getValue() == 0);
        return metrics;
    }

    private static boolean isOfClients(String metric, boolean withRemembered) {
        boolean isRemembered = metric.contains("remembered_answer");
        return metric.matches("tengen_(sessions|lanes|nodes|trees|analyses)_open")
                || metric.startsWith("tengen_memory_reserved_bytes") && (withRemembered || !isRemembered);
    }

    private static void cancelTournaments(JarServer server) throws InterruptedException {
        ManagedChannel channel = channel(server);
        var arena = ArenaServiceGrpc.newBlockingStub(channel);
        try {
            String token = "";
            do {
                ListTournamentsResponse page = arena.listTournaments(ListTournamentsRequest.newBuilder()
                        .setPageSize(PAGE_SIZE)
                        .setPageToken(token)
                        .build());
                for (Tournament tournament : page.getTournamentsList()) {
                    if (tournament.getState() == TournamentState.TOURNAMENT_STATE_RUNNING) {
                        cancel(arena, tournament.getSpec().getName());
                    }
                }
                token = page.getNextPageToken();
            } while (!token.isEmpty());
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    private static void cancel(ArenaServiceGrpc.ArenaServiceBlockingStub arena, String name) {
        try {
            arena.cancelTournament(
                    CancelTournamentRequest.newBuilder().setName(name).build());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.FAILED_PRECONDITION) {
                throw e;
            }
            // It has ended in the meantime.
        }
    }

    private void compare(
            long heapBefore, long heapAfter, Map<String, Integer> threadsBefore, Map<String, Integer> threadsAfter) {
        if (heapAfter > heapBefore * settings.maxHeapGrowth()) {
            violations.add("heap grown from " + heapBefore + " to " + heapAfter + " bytes");
        }
        // After a short mix, threads that end when they have nothing to do are still there.
        int maxNew = isWaitingForCaches() ? MAX_NEW_THREADS : MAX_POOL_THREADS;
        TreeSet<String> names = new TreeSet<>(threadsBefore.keySet());
        names.addAll(threadsAfter.keySet());
        for (String name : names) {
            int before = threadsBefore.getOrDefault(name, 0);
            int after = threadsAfter.getOrDefault(name, 0);
            if (before != after) {
                print("threads " + name + ": " + before + " before, " + after + " after");
            }
            boolean isLost = after < before && LASTING_THREADS.matcher(name).matches();
            if (isLost || after > before + maxNew) {
                violations.add("threads " + name + ": " + before + " before, " + after + " after");
            }
        }
    }

    private void checkLog(JarServer server) throws IOException {
        server.logLines(" ERROR ", "OutOfMemoryError", "\tat ", "LEAK").stream()
                .limit(20)
                .forEach(line -> violations.add("log: " + line));
        if (server.logBytes() > MAX_LOG_BYTES) {
            violations.add("log of " + server.logBytes() + " bytes");
        }
    }

    private Result report(long heapBefore, long heapAfter) {
        tally.faults().forEach(fault -> violations.add("status " + fault));
        double handled = tally.handledShare();
        if (handled < MIN_HANDLED_SHARE) {
            violations.add(String.format(
                    "a handler acted on only %.1f %% of the requests that the server looked at", 100 * handled));
        }
        tally.byMethod().forEach((method, outcomes) -> print(method + " " + outcomes));
        tally.byOutcome().forEach((outcome, count) -> print(String.format("%,12d %s", count, outcome)));
        print(String.format(
                "%,d requests, %.1f %% handled, heap %,d before, %,d after (%+.1f %%)",
                tally.sentCount(), 100 * handled, heapBefore, heapAfter, 100.0 * heapAfter / heapBefore - 100));
        violations.forEach(violation -> print("VIOLATION " + violation));
        print(violations.isEmpty() ? "PASSED" : "FAILED");
        return new Result(tally.sentCount(), handled, tally.byMethod(), heapBefore, heapAfter, List.copyOf(violations));
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
