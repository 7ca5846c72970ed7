package dev.tengen.search;

import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The tools of trees that no thread uses now. Thread-safe. */
final class SearchToolPool {
    private final EnvironmentSpec spec;
    private final SearchSettings settings;
    private final Game start;
    private final Queue<SearchTools> free = new ConcurrentLinkedQueue<>();

    /**
     * Creates an empty pool of tools for games on the board of {@code spec}, with its encodings. {@code start} is a
     * game with the usual start and rules.
     */
    SearchToolPool(EnvironmentSpec spec, SearchSettings settings, Game start) {
        this.spec = spec;
        this.settings = settings;
        this.start = start;
    }

    /** Returns tools for the use of one thread, which gives them back. */
    SearchTools take() {
        SearchTools tools = free.poll();
        return tools == null ? new SearchTools(spec, settings, start) : tools;
    }

    /** Takes back tools. */
    void give(SearchTools tools) {
        free.add(tools);
    }

    /** Returns an estimate of the size in memory of the tools in the pool, in bytes. */
    long memoryBytes() {
        return free.stream().mapToLong(SearchTools::memoryBytes).sum();
    }
}
