package dev.tengen.server.execution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The hooks to run when the server starts to drain: each ends a stream. Thread-safe. */
public final class DrainHooks {
    private final Set<Runnable> hooks = ConcurrentHashMap.newKeySet();
    private volatile boolean isDraining;

    /** Registers {@code hook}, and runs it at once if the server drains already. */
    public void add(Runnable hook) {
        hooks.add(hook);
        if (isDraining) {
            hook.run();
        }
    }

    /** Removes {@code hook}. */
    public void remove(Runnable hook) {
        hooks.remove(hook);
    }

    /** Runs all hooks. Hooks that are added later run at once. */
    public void runAll() {
        isDraining = true;
        hooks.forEach(Runnable::run);
    }
}
