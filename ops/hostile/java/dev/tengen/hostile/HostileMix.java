package dev.tengen.hostile;

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
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends random requests through all doors of a server in a process of its own, from several connections: valid ones,
 * boundary values, broken messages, hostile texts and {@linkplain Attack attacks}; clients that come and go, cancel,
 * and never read. Half of them are authenticated agents. Meanwhile a well-behaved neighbor plays in a process of its
 * own.
 *
 * <p>The server must live, its memory budget must agree with its heap, the neighbor must get right answers in time, and
 * every line of the log must be of the server. At the end, nothing may be left of the clients.
 *
 * <pre>
 * {@code java -cp tengen.jar:test-classes dev.tengen.hostile.HostileMix --jar tengen.jar --heap 256m --minutes 60 --doors all}
 * </pre>
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
    private static final long MAX_LOG_BYTES_PER_SECOND = 1 << 12;
    private static final int MAX_LOG_LINES = 20;
    private static final int SILENT_CLIENT_COUNT = 3;
    private static final int HISTOGRAM_LINES = 25;
    /** Pools start their threads when they need them; so many may start late. */
    private static final int MAX_NEW_THREADS = 4;

    /**
     * The most threads of one pool of a server with default limits: those that wait for its eight engines, and two
     * more.
     */
    private static final int MAX_POOL_THREADS = 10;

    /** A mix takes so much longer on a slow machine, until its clients have had enough answers. */
    private static final Duration MAX_STRETCH = Duration.ofMinutes(5);

    /** RPCs and routes of which each must have been answered. */
    private static final Map<MixDoor, Set<String>> REACHED = Map.of(
            MixDoor.GRPC,
            Set.of(
                    "EnvironmentService.CreateSession",
                    "EnvironmentService.Step",
                    "EnvironmentService.Reset",
                    "EnvironmentService.Observe",
                    "EnvironmentService.GetSession",
                    "EnvironmentService.CloseSession",
                    "BatchService.Run",
                    "TreeService.Expand",
                    "SearchService.SelfPlay"),
            MixDoor.ARENA,
            Set.of("ArenaService.ListTournaments", "ArenaService.Play"),
            MixDoor.PAGE,
            Set.of("page GET /api/info", "page create"),
            MixDoor.OPENENV,
            Set.of("openenv POST /reset", "openenv POST /mcp", "openenv message"),
            MixDoor.MCP,
            Set.of("mcp initialize", "mcp tools/call"),
            MixDoor.HTTP2,
            Set.of());

    /** The clients of each door besides those of all RPCs. Half of them are agents. */
    private static final int DOOR_CLIENT_COUNT = 4;

    /** The HTTP connections of this program, which it opens when it needs them. */
    private static final int MAX_NEW_SOCKETS = 2;

    /** How often the budget is compared with the heap. */
    private static final int AGREEMENT_COUNT = 12;

    private static final int PAGE_SIZE = 100;

    /** The largest width and height of a board. */
    private static final int MAX_SIZE = 25;

    /**
     * Threads that a server starts with and never ends. Those of other pools end when they have nothing to do, among
     * them the one that adds connections to the arena's database.
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

    private final Map<Attack, AttackSequence.Counts> attackCounts = new ConcurrentHashMap<>();
    private MixPrincipals principals = MixPrincipals.NONE;
    private NeighborProcess.@Nullable Report quiet;
    private NeighborProcess.@Nullable Report during;

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
     * @param args options and their values; see {@link MixSettings#parse}
     */
    public static void main(String[] args) throws Exception {
        Result result = run(MixSettings.parse(args), System.out);
        System.exit(result.violations().isEmpty() ? 0 : 1);
    }

    /** Runs a mix and prints its progress. */
    static Result run(MixSettings settings, PrintStream out) throws Exception {
        return new HostileMix(settings, out).run();
    }

    private Result run() throws Exception {
        Path log = settings.folder().resolve("server.log");
        print("log in " + log + ", seed " + settings.seed() + ", heap " + settings.heap() + ", doors "
                + settings.doors() + ", attacks " + settings.attacks());
        principals = settings.hasAuthentication() ? MixPrincipals.create(settings.folder()) : MixPrincipals.NONE;
        try (JarServer server =
                JarServer.start(settings.jar(), settings.heap(), log, serverOptions(), principals.operator())) {
            if (settings.isLong()) {
                useAllBoardSizes(server);
            }
            playTournaments(server);
            if (!settings.warmUp().isZero()) {
                attack(server, "warm-up", settings.warmUp(), new MixTally(), Duration.ZERO, () -> {});
                settle(server, true, Integer.MAX_VALUE);
            }
            ClassHistogram before = server.classHistogram();
            Map<String, Integer> threadsBefore = server.threads();
            int socketsBefore = server.socketCount();
            HeapAgreement agreement = new HeapAgreement(server, before.bytes());
            boolean isLong = settings.duration().compareTo(REMEMBERED.multipliedBy(2)) > 0;
            Duration withIds = isLong ? settings.duration().minus(REMEMBERED) : settings.duration();
            mix(server, settings.hasRequestIds() ? withIds : Duration.ZERO, agreement);
            long heapAfter = 0;
            if (server.isAlive()) {
                settle(server, isLong || !settings.hasRequestIds(), socketsBefore + MAX_NEW_SOCKETS);
                ClassHistogram after = server.classHistogram();
                heapAfter = after.bytes();
                after.growthSince(before, HISTOGRAM_LINES).forEach(this::print);
                compare(before.bytes(), heapAfter, threadsBefore, server.threads());
            } else {
                violations.add("the server has ended");
            }
            checkLog(server);
            return report(before.bytes(), heapAfter, agreement);
        }
    }

    private List<String> serverOptions() {
        List<String> options = new ArrayList<>(principals.options());
        options.addAll(List.of(
                "--arena",
                settings.folder().resolve("arena.db").toString(),
                "--arena-reconnect-seconds",
                "3",
                "--idle-timeout-seconds",
                Long.toString(settings.idleTimeout().toSeconds()),
                "--openenv",
                "--log-format",
                settings.logFormat()));
        if (settings.hasAccessLog()) {
            options.addAll(List.of("--access-log", accessLog().toString()));
        }
        return options;
    }

    private Path accessLog() {
        return settings.folder().resolve("access.log");
    }

    /** Lets the neighbor play alone, and then next to the attackers. */
    private void mix(JarServer server, Duration withIds, HeapAgreement agreement) throws Exception {
        try (NeighborProcess neighbor = NeighborProcess.start(server, principals.neighbor())) {
            neighbor.begin();
            Thread.sleep(settings.quiet().toMillis());
            quiet = neighbor.total();
            print("quiet: neighbor " + quiet);
            neighbor.begin();
            Priority.lower(settings.niceness());
            long period =
                    Math.max(PROGRESS_PERIOD.toNanos(), settings.duration().toNanos() / AGREEMENT_COUNT);
            AtomicLong next = new AtomicLong(System.nanoTime() + period);
            attack(server, "mix", settings.duration(), tally, withIds, () -> {
                print("  neighbor " + neighbor.latest());
                if (settings.isLong() && System.nanoTime() > next.get() && server.isAlive()) {
                    print("  " + agreement.measure());
                    next.addAndGet(period);
                }
            });
            during = neighbor.total();
            print("during the mix: neighbor " + during);
        }
    }

    /** Opens and closes a session on each size of board: the server makes their tables once, and keeps them. */
    private static void useAllBoardSizes(JarServer server) throws InterruptedException {
        ManagedChannel channel = server.channel();
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
        ManagedChannel channel = server.channel();
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

    /** What is done each minute of a mix. */
    @FunctionalInterface
    private interface EachMinute {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Lets clients visit the server for {@code duration}; their calls have request ids in the first {@code withIds} of
     * it.
     */
    private void attack(
            JarServer server,
            String phase,
            Duration duration,
            MixTally counted,
            Duration withIds,
            EachMinute eachMinute)
            throws Exception {
        long start = System.nanoTime();
        BooleanSupplier isCalm = () -> System.nanoTime() - start > duration.toNanos();
        BooleanSupplier isOver = () -> {
            boolean isEnough = isCalm.getAsBoolean()
                    && (counted != tally
                            || counted.answerCount() >= settings.minAnswerCount()
                                    && counted.withoutAnswer(reached()).isEmpty()
                                    && areAttacksMade());
            return isEnough
                    || System.nanoTime() - start > duration.plus(MAX_STRETCH).toNanos()
                    || !server.isAlive();
        };
        BooleanSupplier hasIds = () -> System.nanoTime() - start < withIds.toNanos();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        Map<String, KnownValues> known = new HashMap<>();
        GetServerInfoResponse info = info(server);
        for (int number = 0; number < 2 * MixPrincipals.AGENT_COUNT; number += 2) {
            known.put(principals.attacker(number), new KnownValues(info));
        }
        MixLoad load = new MixLoad(server, principals, Map.copyOf(known), counted, timer, isOver, isCalm);
        List<Thread> threads = new ArrayList<>();
        clients(load, hasIds).forEach((name, client) -> threads.add(new Thread(client, name)));
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
            eachMinute.run();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        timer.shutdownNow();
    }

    /** Returns the clients of all doors by name. */
    private Map<String, Runnable> clients(MixLoad load, BooleanSupplier hasIds) {
        Random seeds = new Random(settings.seed());
        Map<String, Runnable> clients = new LinkedHashMap<>();
        List<ServerMethod> methods = MixDoor.methods(settings.doors());
        for (int number = 0; !methods.isEmpty() && number < settings.clientCount() + SILENT_CLIENT_COUNT; number++) {
            boolean isReading = number < settings.clientCount();
            clients.put("client " + number, rpcClient(load, number, methods, isReading, seeds, hasIds));
        }
        for (MixDoor door : settings.doors()) {
            if (door == MixDoor.ARENA) {
                List<ServerMethod> arena = MixDoor.methods(EnumSet.of(door));
                for (int number = 0; number < DOOR_CLIENT_COUNT; number++) {
                    clients.put("arena client " + number, rpcClient(load, number, arena, true, seeds, hasIds));
                }
            } else if (door == MixDoor.HTTP2) {
                clients.put("HTTP/2 client", new HostileFrames(load, new Random(seeds.nextLong())));
            } else if (door.isOnHttp()) {
                for (int number = 0; number < DOOR_CLIENT_COUNT; number++) {
                    // Which strangers there are differs by door.
                    String token = principals.attacker(number + 2 * door.ordinal());
                    clients.put(
                            door + " client " + number,
                            new HostileHttp(load, token, door, new Random(seeds.nextLong())));
                }
            }
        }
        List<Attack> attacks = attacks();
        if (!attacks.isEmpty()) {
            clients.put(
                    "attacker",
                    new AttackSequence(load, settings.jar(), attacks, attackCounts, new Random(seeds.nextLong())));
        }
        return clients;
    }

    /** Returns the attacks that come through the doors of this mix. */
    private List<Attack> attacks() {
        return settings.attacks().stream()
                .filter(attack ->
                        attack.door().filter(settings.doors()::contains).isPresent())
                .toList();
    }

    private boolean areAttacksMade() {
        return attacks().stream()
                .map(attackCounts::get)
                .allMatch(counts -> counts != null && counts.rounds().sum() > 0);
    }

    private HostileClient rpcClient(
            MixLoad load,
            int number,
            List<ServerMethod> methods,
            boolean isReading,
            Random seeds,
            BooleanSupplier hasIds) {
        Random random = new Random(seeds.nextLong());
        String token = principals.attacker(number);
        RequestGenerator generator = new RequestGenerator(random, load.known(token), hasIds);
        return new HostileClient(load, token, methods, isReading, random, generator);
    }

    /** Returns the RPCs and the routes of the doors of this mix, of which each must have been answered. */
    private Set<String> reached() {
        Set<String> reached = new TreeSet<>();
        settings.doors().forEach(door -> reached.addAll(REACHED.get(door)));
        return reached;
    }

    private static GetServerInfoResponse info(JarServer server) throws InterruptedException {
        ManagedChannel channel = server.channel();
        try {
            return EnvironmentServiceGrpc.newBlockingStub(channel)
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
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
        if (counted == tally && !counted.withoutAnswer(reached()).isEmpty()) {
            print("  no answer yet of " + counted.withoutAnswer(reached()));
        }
        counted.faults().stream().limit(3).forEach(fault -> print("  fault " + fault));
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

    /**
     * Waits until nothing is left of the clients.
     *
     * @param withRemembered whether remembered answers must be gone, too
     * @param maxSockets how many sockets the server may have
     */
    private void settle(JarServer server, boolean withRemembered, int maxSockets) throws Exception {
        cancelTournaments(server);
        long end = System.nanoTime() + SETTLE_LIMIT.toNanos();
        Map<String, Double> left = left(server, withRemembered, maxSockets);
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(SETTLE_PERIOD.toMillis());
            left = left(server, withRemembered, maxSockets);
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

    private static Map<String, Double> left(JarServer server, boolean withRemembered, int maxSockets) throws Exception {
        Map<String, Double> metrics = server.metrics();
        metrics.entrySet().removeIf(metric -> !isOfClients(metric.getKey(), withRemembered) || metric.getValue() == 0);
        int sockets = server.socketCount();
        if (sockets > maxSockets) {
            metrics.put("sockets (at most " + maxSockets + ")", (double) sockets);
        }
        return metrics;
    }

    private static boolean isOfClients(String metric, boolean withRemembered) {
        boolean isRemembered = metric.contains("remembered_answer");
        return metric.matches("tengen_(sessions|lanes|nodes|trees|analyses)_open")
                || metric.startsWith("tengen_memory_reserved_bytes") && (withRemembered || !isRemembered);
    }

    private static void cancelTournaments(JarServer server) throws InterruptedException {
        ManagedChannel channel = server.channel();
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
        server.logLines("OutOfMemoryError", "\tat ", "LEAK").stream()
                .limit(MAX_LOG_LINES)
                .forEach(line -> violations.add("log: " + line));
        LogLines lines = LogLines.read(server.log(), settings.logFormat());
        lines.errors().forEach(line -> violations.add("log: " + line));
        lines.foreign().forEach(line -> violations.add("not a line of the server in its log: " + line));
        long bytes = server.logBytes() - lines.auditBytes();
        print(String.format("log of %,d lines, %,d bytes without those of the audit log", lines.count(), bytes));
        if (bytes
                > MAX_LOG_BYTES + MAX_LOG_BYTES_PER_SECOND * settings.duration().toSeconds()) {
            violations.add("log of " + bytes + " bytes");
        }
        if (settings.hasAccessLog()) {
            LogLines calls = LogLines.read(accessLog(), "json");
            print(String.format("access log of %,d lines", calls.count()));
            calls.foreign().forEach(line -> violations.add("not a line of the server in its access log: " + line));
        }
    }

    private Result report(long heapBefore, long heapAfter, HeapAgreement agreement) {
        tally.faults().forEach(fault -> violations.add("status " + fault));
        double handled = tally.handledShare();
        if (MixDoor.methods(settings.doors()).size() > 0 && handled < MIN_HANDLED_SHARE) {
            violations.add(String.format(
                    "a handler acted on only %.1f %% of the requests that were valid or not", 100 * handled));
        }
        tally.withoutAnswer(reached()).forEach(method -> violations.add("no answer of " + method));
        tally.byMethod().forEach((method, outcomes) -> print(method + " " + outcomes));
        tally.byOutcome().forEach((outcome, count) -> print(String.format("%,12d %s", count, outcome)));
        attackCounts.forEach((attack, counts) -> {
            print("attack " + attack + ": " + counts);
            counts.successes().forEach(harm -> violations.add("attack " + attack + " succeeds: " + harm));
        });
        checkNeighbor();
        if (settings.isLong()) {
            print(agreement.toString());
            violations.addAll(agreement.violations());
        }
        print(String.format(
                "%,d requests, %.1f %% handled, heap %,d before, %,d after (%+.1f %%)",
                tally.sentCount(), 100 * handled, heapBefore, heapAfter, 100.0 * heapAfter / heapBefore - 100));
        violations.forEach(violation -> print("VIOLATION " + violation));
        print(violations.isEmpty() ? "PASSED" : "FAILED");
        return new Result(tally.sentCount(), handled, tally.byMethod(), heapBefore, heapAfter, List.copyOf(violations));
    }

    private void checkNeighbor() {
        NeighborProcess.Report alone = Objects.requireNonNull(quiet);
        NeighborProcess.Report among = Objects.requireNonNull(during);
        print("neighbor alone: " + alone);
        print("neighbor in the mix: " + among);
        if (among.callCount() == 0 || among.wrongCount() + among.failedCount() > 0) {
            violations.add("the neighbor had " + among);
        }
        double slowdown = among.p99Ms() / alone.p99Ms();
        print(String.format("neighbor p99: %.1f times its quiet value", slowdown));
        if (settings.isLong() && settings.maxSlowdown() > 0 && slowdown > settings.maxSlowdown()) {
            violations.add(String.format("the p99 of the neighbor is %.1f times its quiet value", slowdown));
        }
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
