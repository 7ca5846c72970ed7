package dev.tengen.server.metrics;

import com.google.common.base.CaseFormat;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import java.util.Map;

/**
 * Gives meters of libraries the names, the labels and the help texts that the conventions of Prometheus ask for.
 * Immutable.
 */
final class LibraryMeterNames implements MeterFilter {
    /** In nanoseconds; {@link ServerMetrics} has the same in seconds. */
    private static final String CPU_NANOSECONDS = "process.cpu.time";

    private static final Map<String, String> NAMES = Map.of("system.cpu.count", "system.cpus");

    /** The binders of Netty describe none of their meters. */
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "netty.eventexecutor.tasks.pending", "Tasks that wait for a thread of the transport.",
            "netty.allocator.memory.used", "Memory that the allocator of messages has taken.",
            "netty.allocator.memory.pinned", "Memory of the allocator that messages use.",
            "netty.allocator.pooled.arenas", "Arenas of the pool of the allocator.",
            "netty.allocator.pooled.cache.size", "Memory that one thread may cache, by size of the buffers.",
            "netty.allocator.pooled.threadlocal.caches", "Threads that cache memory of the pool.",
            "netty.allocator.pooled.chunk.size", "Memory of one chunk of the pool.");

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return id.getName().equals(CPU_NANOSECONDS) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        String name = NAMES.getOrDefault(id.getName(), id.getName());
        String description = DESCRIPTIONS.getOrDefault(id.getName(), id.getDescription());
        List<Tag> tags =
                id.getTags().stream().map(LibraryMeterNames::inSnakeCase).toList();
        return new Meter.Id(name, Tags.of(tags), id.getBaseUnit(), description, id.getType());
    }

    /** Returns {@code tag} with a key such as "status_code", which Micrometer's interceptor calls "statusCode". */
    private static Tag inSnakeCase(Tag tag) {
        return Tag.of(CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_UNDERSCORE, tag.getKey()), tag.getValue());
    }
}
