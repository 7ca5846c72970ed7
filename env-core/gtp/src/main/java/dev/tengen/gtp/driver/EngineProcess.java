package dev.tengen.gtp.driver;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The process of an engine, with its descendants. {@link #kill} ends them all, and so does the shutdown of this JVM. If
 * the JVM is killed, engines see the end of their input. Thread-safe.
 */
final class EngineProcess {
    private static final Set<EngineProcess> RUNNING = ConcurrentHashMap.newKeySet();
    private static final int KILL_SECONDS = 5;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(EngineProcess::kill), "engines"));
    }

    private final Process process;

    private EngineProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts {@code command}.
     *
     * @throws IOException if the system cannot start it
     */
    static EngineProcess start(List<String> command) throws IOException {
        EngineProcess started = new EngineProcess(new ProcessBuilder(command).start());
        RUNNING.add(started);
        return started;
    }

    Process process() {
        return process;
    }

    /** Waits for the process to end, and kills it with its descendants if it does not. */
    void end(long graceMillis) {
        // The descendants of a process cannot be found after it has ended.
        List<ProcessHandle> descendants = process.descendants().toList();
        try {
            process.waitFor(graceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
        kill();
    }

    /** Kills the process and its descendants, and waits until the process has ended. */
    void kill() {
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        family.forEach(ProcessHandle::destroyForcibly);
        boolean isInterrupted = Thread.interrupted();
        try {
            process.waitFor(KILL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        RUNNING.remove(this);
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
