package dev.tengen.server.error;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Ends the process on an {@link OutOfMemoryError}. Such an error may have ended any thread, so a process that carried
 * on would look alive and not work. A supervisor can start it again. Thread-safe.
 *
 * <p>All places that catch errors and do not throw them again call {@link #check}. {@link #install} covers threads that
 * end by an error, and libraries that catch errors and log them through {@code java.util.logging}, as gRPC, Netty and
 * Caffeine do.
 */
public final class FatalErrors {
    /** The exit code, the same as that of the JVM with {@code -XX:+ExitOnOutOfMemoryError}. */
    public static final int EXIT_CODE = 3;

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    /** The root logger. {@code java.util.logging} itself holds loggers weakly. */
    private static final Logger ROOT = Logger.getLogger("");

    /** Opened early, because there may be no memory for it later. */
    private static final FileOutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);

    /** Made early, because there may be no memory for it later. */
    private static volatile byte[] line = line("; raise it with -Xmx");

    private FatalErrors() {}

    private static byte[] line(String advice) {
        long heapMegabytes = Runtime.getRuntime().maxMemory() >> 20;
        return ("tengen: out of memory, ending: the heap limit is " + heapMegabytes + " MB" + advice + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Names the memory budget of a server, in bytes, in the line that an {@link OutOfMemoryError} leaves. */
    public static void nameBudget(long heapBytes, long directBytes) {
        line = line(", of which clients may reserve " + (heapBytes >> 20) + " MB, and " + (directBytes >> 20)
                + " MB of direct memory; raise the heap with -Xmx, or lower the budget with"
                + " --max-memory-megabytes and --max-direct-memory-megabytes");
    }

    /** Ends the process, after one line on standard error, if {@code thrown} is out of memory or was caused by that. */
    public static void check(Throwable thrown) {
        Throwable cause = thrown;
        // No more than a few causes deep: a chain of causes may have a loop.
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof OutOfMemoryError) {
                end();
            }
            cause = cause.getCause();
        }
    }

    /** Ends the process. One thread writes the line; others wait here for the end. */
    private static synchronized void end() {
        // Neither the logger nor the shutdown hooks: they need memory, and may wait for threads that have ended.
        try {
            STANDARD_ERROR.write(line);
        } catch (IOException e) {
            return; // Nobody reads it. The process ends first.
        } finally {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /**
     * Returns a task that does what {@code task} does, and passes what it throws to {@link #check} before it throws it.
     * For executors that keep errors in a future at which nobody looks.
     */
    public static Runnable checked(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                check(e);
                throw e;
            }
        };
    }

    /**
     * Makes errors that end a thread, or that libraries log, pass {@link #check} first. What the program does with them
     * else stays.
     */
    public static synchronized void install() {
        Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        if (!(before instanceof Uncaught)) {
            Thread.setDefaultUncaughtExceptionHandler(new Uncaught(before));
        }
        for (Handler handler : ROOT.getHandlers()) {
            if (handler instanceof Logged) {
                return;
            }
        }
        ROOT.addHandler(new Logged());
    }

    private record Uncaught(Thread.@Nullable UncaughtExceptionHandler next) implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            check(thrown);
            if (next != null) {
                next.uncaughtException(thread, thrown);
            } else {
                LOG.error("Thread {} has ended by an error", thread.getName(), thrown);
            }
        }
    }

    /** Looks at the errors that libraries log. It writes nothing. */
    private static final class Logged extends Handler {
        @Override
        public void publish(LogRecord event) {
            Throwable thrown = event.getThrown();
            if (thrown != null) {
                check(thrown);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
