package dev.tengen.server.metrics;

import com.sun.management.OperatingSystemMXBean;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.ConcurrencyLimiter;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.identity.ReloadStatus;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.Forests;
import io.grpc.ServerInterceptor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.grpc.MetricCollectingServerInterceptor;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyEventExecutorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.util.concurrent.EventExecutor;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The metrics of one server: calls, sessions, lanes, trees, analyses, steps, episodes, illegal actions, the JVM, Netty.
 *
 * <p>Thread-safe.
 */
public final class ServerMetrics implements AutoCloseable {
    /** Bounds of the latency histogram: a call takes tens of microseconds, one that waits for others milliseconds. */
    private static final Duration[] LATENCY_BOUNDS = {
        Duration.ofNanos(50_000),
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500)
    };

    /** The principals that have a metric of their own, so that a scrape does not grow with the names of principals. */
    private static final int MAX_PRINCIPAL_COUNT = 20;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PrometheusMeterRegistry registry = newRegistry();
    private final ActivityMeters activity = new ActivityMeters(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final ServerInterceptor callMeters =
            new MetricCollectingServerInterceptor(registry, counter -> counter, ServerMetrics::withHistogram);

    private volatile Runnable beforeScrape = () -> {};

    /** Creates the metrics of a server that has not started, with those of the JVM. */
    public ServerMetrics() {
        new JvmInfoMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, each -> each.getProcessCpuTime() / NANOS_PER_SECOND)
                    .description("Processor time that the process has used.")
                    .baseUnit("seconds")
                    .register(registry);
        }
    }

    private static PrometheusMeterRegistry newRegistry() {
        PrometheusMeterRegistry created = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        created.config().meterFilter(new LibraryMeterNames());
        return created;
    }

    private static Timer.Builder withHistogram(Timer.Builder timer) {
        return timer.serviceLevelObjectives(LATENCY_BOUNDS);
    }

    /** Returns the registry of the meters. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Returns the listener that counts the events of sessions, lanes and trees. */
    public ActivityListener activityListener() {
        return activity;
    }

    /**
     * Returns the interceptor that counts and times calls. It belongs outside all other interceptors, to measure what
     * the client gets.
     */
    public ServerInterceptor callMeters() {
        return callMeters;
    }

    /** Adds gauges of what is open. */
    public void bind(Sessions sessions, Engines engines, Batches batches, Forests forests, Analyses analyses) {
        gauge("tengen.sessions.open", "Open sessions.", sessions::openCount);
        gauge("tengen.engines.seated", "Engines that are opponents of open sessions.", engines::opponentCount);
        gauge("tengen.lanes.open", "Open lanes of batches and slots of self-plays.", batches::openLaneCount);
        gauge("tengen.nodes.open", "Nodes of trees.", forests::nodeCount);
        gauge("tengen.trees.open", "Trees.", forests::treeCount);
        gauge("tengen.analyses.open", "Analyses that run or wait.", analyses::openCount);
        FunctionCounter.builder("tengen.analysis.nodes", analyses, Analyses::nodeCount)
                .description("States searched by analyses.")
                .register(registry);
    }

    /** Adds meters of the memory that is reserved on behalf of clients, by kind. */
    public void bindMemory(MemoryBudget budget) {
        for (MemoryArea area : MemoryArea.values()) {
            Gauge.builder("tengen.memory.total.bytes", budget, memory -> memory.totalBytes(area))
                    .description("Memory that clients may reserve.")
                    .tag("area", area.label())
                    .register(registry);
        }
        for (MemoryKind kind : MemoryKind.values()) {
            Gauge.builder("tengen.memory.reserved.bytes", budget, memory -> memory.reservedBytes(kind))
                    .description("Memory that is reserved on behalf of clients.")
                    .tag("kind", kind.label())
                    .register(registry);
            Gauge.builder("tengen.memory.limit.bytes", budget, memory -> memory.limitBytes(kind))
                    .description("Share of the memory that the kind may reserve.")
                    .tag("kind", kind.label())
                    .register(registry);
            FunctionCounter.builder("tengen.memory.refusals", budget, memory -> memory.refusalCount(kind))
                    .description("Reservations that were refused.")
                    .tag("kind", kind.label())
                    .register(registry);
        }
    }

    /**
     * Adds gauges of the share of the server that clients have reserved, by which servers are added and removed: of the
     * lanes and of the sessions, either their count or their memory, whichever is closer to its limit; and of the
     * memory on the heap.
     *
     * @param maxSessionCount the maximum of open sessions
     * @param maxLaneCount the maximum of open lanes of all batches
     */
    public void bindReserved(
            Sessions sessions, int maxSessionCount, Batches batches, int maxLaneCount, MemoryBudget budget) {
        reserved(
                "lanes",
                () -> Math.max(ratio(batches.openLaneCount(), maxLaneCount), reservedRatio(budget, MemoryKind.LANE)));
        reserved(
                "sessions",
                () -> Math.max(
                        ratio(sessions.openCount(), maxSessionCount), reservedRatio(budget, MemoryKind.SESSION)));
        reserved("memory", () -> ratio(budget.reservedBytes(MemoryArea.HEAP), budget.totalBytes(MemoryArea.HEAP)));
    }

    private void reserved(String resource, Supplier<Number> ratio) {
        Gauge.builder("tengen.reserved.ratio", ratio)
                .description("Share of the server that clients have reserved, from 0 to 1.")
                .tag("resource", resource)
                .register(registry);
    }

    private static double reservedRatio(MemoryBudget budget, MemoryKind kind) {
        return ratio(budget.reservedBytes(kind), budget.limitBytes(kind));
    }

    private static double ratio(long reserved, long limit) {
        return (double) reserved / limit;
    }

    /**
     * Adds meters of the quotas: how often each was exceeded, and what the {@value #MAX_PRINCIPAL_COUNT} principals use
     * that use the most of it.
     */
    public void bindQuotas(Quotas quotas) {
        for (QuotaKind kind : QuotaKind.values()) {
            FunctionCounter.builder("tengen.quota.refusals", quotas, all -> all.refusalCount(kind))
                    .description("What principals asked for beyond their quotas.")
                    .tag("quota", kind.text())
                    .register(registry);
        }
        MultiGauge usage = MultiGauge.builder("tengen.principal.usage")
                .description(
                        "What the principals use that use the most; of rates, what they have used since the start.")
                .register(registry);
        beforeScrape = () -> usage.register(usageRows(quotas), true);
    }

    private static List<MultiGauge.Row<?>> usageRows(Quotas quotas) {
        return Arrays.stream(QuotaKind.values())
                .<MultiGauge.Row<?>>flatMap(kind -> quotas.heaviest(kind, MAX_PRINCIPAL_COUNT).stream()
                        .filter(usage -> usage.used(kind) > 0)
                        .map(usage -> MultiGauge.Row.of(
                                Tags.of("principal", usage.name(), "quota", kind.text()), usage.used(kind))))
                .toList();
    }

    /**
     * Adds meters of the settings that are read again when they change. Those of one name, such as authorities that
     * both TLS and authentication read, share their meters: the sum of their failures, and the age of the oldest.
     */
    public void bindReloads(List<ReloadStatus> reloads) {
        reloads.stream().collect(Collectors.groupingBy(ReloadStatus::name)).forEach((name, same) -> {
            FunctionCounter.builder(
                            "tengen.reload.failures",
                            same,
                            all -> all.stream()
                                    .mapToLong(ReloadStatus::failureCount)
                                    .sum())
                    .description(
                            "Attempts to read a changed setting that failed, so that an earlier one stays in force.")
                    .tag("setting", name)
                    .register(registry);
            Gauge.builder(
                            "tengen.reload.age.seconds",
                            () -> same.stream()
                                    .mapToDouble(ReloadStatus::ageSeconds)
                                    .max()
                                    .orElse(0))
                    .description("Age of the content in force of a setting: the time since it was read.")
                    .tag("setting", name)
                    .register(registry);
        });
    }

    /** Adds meters of the calls that wait for the threads of the transport, and of those that are refused. */
    public void bindLimiter(ConcurrencyLimiter limiter) {
        gauge("tengen.calls.limit", "Calls that may wait or run on the transport's threads.", limiter::limit);
        gauge("tengen.calls.waiting", "Calls that wait or run on the transport's threads.", limiter::inFlightCount);
        FunctionCounter.builder("tengen.calls.refused", limiter, ConcurrencyLimiter::refusedCount)
                .description("Calls and streams that were refused because the server was overloaded.")
                .register(registry);
    }

    /** Adds meters of connections, which {@code owner} counts. The owner must live as long as the server. */
    public <T> void bindConnections(T owner, ToDoubleFunction<T> openCount, ToDoubleFunction<T> refusedCount) {
        Gauge.builder("tengen.connections.open", owner, openCount)
                .description("Open connections of clients.")
                .register(registry);
        FunctionCounter.builder("tengen.connections.refused", owner, refusedCount)
                .description("Connections that were closed because there were too many.")
                .register(registry);
    }

    /** Adds meters of the access log, whose lines {@code owner} counts. The owner must live as long as the server. */
    public <T> void bindAccessLog(T owner, ToDoubleFunction<T> writtenCount, ToDoubleFunction<T> droppedCount) {
        FunctionCounter.builder("tengen.access.log.lines", owner, writtenCount)
                .description("Calls that were written to the access log.")
                .register(registry);
        FunctionCounter.builder("tengen.access.log.dropped", owner, droppedCount)
                .description("Calls that the access log has dropped, because it could not write them in time.")
                .register(registry);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /** Adds meters of Netty: its waiting tasks by thread, and the memory of its messages. */
    public void bindNetty(Iterable<EventExecutor> threads, ByteBufAllocatorMetricProvider allocator) {
        new NettyEventExecutorMetrics(threads).bindTo(registry);
        new NettyAllocatorMetrics(allocator).bindTo(registry);
    }

    /** Returns all metrics in the text format of Prometheus. */
    public String text() {
        beforeScrape.run();
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
