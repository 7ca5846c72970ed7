package dev.tengen.server.metrics;

import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.batch.BatchListener;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.SessionListener;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tree.ForestListener;
import dev.tengen.server.tree.Forests;
import io.grpc.ServerInterceptor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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
import java.time.Duration;

/**
 * The metrics of one server: calls, sessions, lanes, trees, analyses, steps, episodes, illegal actions, the virtual machine, Netty.
 *
 * <p>Thread-safe.
 */
public final class ServerMetrics implements AutoCloseable {
    /** Bounds of the latency histogram: a call takes some tens of microseconds, one that waits for others milliseconds. */
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

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final PlayMeters playMeters = new PlayMeters(registry);
    private final SessionMeters sessionMeters = new SessionMeters(registry, playMeters);
    private final Counter expandedNodes = Counter.builder("tengen.nodes.expanded")
            .description("Nodes of trees that were made, roots not counted.")
            .register(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final ServerInterceptor callMeters =
            new MetricCollectingServerInterceptor(registry, counter -> counter, ServerMetrics::withHistogram);

    /** Makes the metrics of a server that has not started, with those of the virtual machine. */
    public ServerMetrics() {
        new JvmInfoMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    private static Timer.Builder withHistogram(Timer.Builder timer) {
        return timer.serviceLevelObjectives(LATENCY_BOUNDS);
    }

    /** Returns where meters are kept. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Returns what counts the events of sessions. */
    public SessionListener sessionListener() {
        return sessionMeters;
    }

    /** Returns what counts the events of lanes. */
    public BatchListener batchListener() {
        return playMeters;
    }

    /** Returns what counts the events of trees. */
    public ForestListener forestListener() {
        return expandedNodes::increment;
    }

    /** Returns what counts and times calls; it belongs outside every other interceptor, to see what the client gets. */
    public ServerInterceptor callMeters() {
        return callMeters;
    }

    /** Adds the count of open sessions. */
    public void watchSessions(Sessions sessions) {
        Gauge.builder("tengen.sessions.open", sessions, Sessions::openCount)
                .description("Sessions that are open.")
                .register(registry);
    }

    /** Adds the count of engines that are opponents. */
    public void watchEngines(Engines engines) {
        Gauge.builder("tengen.engines.seated", engines, Engines::seatedCount)
                .description("Engines that are the opponent of an open session.")
                .register(registry);
    }

    /** Adds the count of open lanes. */
    public void watchBatches(Batches batches) {
        Gauge.builder("tengen.lanes.open", batches, Batches::openLaneCount)
                .description("Lanes of batches that are open.")
                .register(registry);
    }

    /** Adds the counts of nodes and of trees. */
    public void watchForests(Forests forests) {
        Gauge.builder("tengen.nodes.open", forests, Forests::nodeCount)
                .description("Nodes of trees that there are.")
                .register(registry);
        Gauge.builder("tengen.trees.open", forests, Forests::treeCount)
                .description("Trees that there are.")
                .register(registry);
    }

    /** Adds the counts of analyses and of the states they have searched. */
    public void watchAnalyses(Analyses analyses) {
        Gauge.builder("tengen.analyses.open", analyses, Analyses::openCount)
                .description("Analyses that run or wait for their turn.")
                .register(registry);
        FunctionCounter.builder("tengen.analysis.nodes", analyses, Analyses::nodeCount)
                .description("States that analyses have searched.")
                .register(registry);
    }

    /** Adds Netty's tasks that wait, by thread, and the memory of its messages. */
    public void watchNetty(Iterable<EventExecutor> threads, ByteBufAllocatorMetricProvider allocator) {
        new NettyEventExecutorMetrics(threads).bindTo(registry);
        new NettyAllocatorMetrics(allocator).bindTo(registry);
    }

    /** Returns all metrics in the text format of Prometheus. */
    public String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
