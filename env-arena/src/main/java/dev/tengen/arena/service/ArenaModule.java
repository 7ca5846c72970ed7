package dev.tengen.arena.service;

import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.ArenaListener;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.execution.DrainHooks;
import io.grpc.ServerServiceDefinition;
import java.util.List;
import java.util.Optional;

/**
 * The arena of a server: {@code tengen.v1.ArenaService}. It goes on with the tournaments that the last server left, and leaves
 * them so that the next one can.
 */
public final class ArenaModule implements ServerModule {
    private final Arena arena;
    private final StoreCallExecutor threads = new StoreCallExecutor();
    private final DrainHooks drainHooks = new DrainHooks();

    private ArenaModule(Arena arena) {
        this.arena = arena;
    }

    /**
     * Opens the arena of a server and goes on with its tournaments.
     *
     * @throws dev.tengen.board.InvalidValueException if the URL of {@code settings} is none
     * @throws dev.tengen.arena.store.StoreException if there is nothing that can be read and written
     */
    public static ArenaModule open(ArenaSettings settings, ServerContext context) {
        Optional<ArenaMetrics> meters = context.meters().map(ArenaMetrics::new);
        ArenaListener listener = meters.isPresent() ? meters.get() : ArenaListener.NONE;
        Arena arena = Arena.open(settings, context.engines(), listener);
        meters.ifPresent(counting -> counting.watch(arena));
        arena.resumeAll();
        return new ArenaModule(arena);
    }

    /** Returns the arena. */
    public Arena arena() {
        return arena;
    }

    @Override
    public List<ServerServiceDefinition> services() {
        return List.of(new ArenaService(arena, threads, drainHooks).bindService());
    }

    /** Tournaments first: what agents lose when their streams end shall not count. */
    @Override
    public void drain() {
        arena.stop();
        drainHooks.runAll();
    }

    @Override
    public void close() {
        threads.close();
        arena.close();
    }
}
