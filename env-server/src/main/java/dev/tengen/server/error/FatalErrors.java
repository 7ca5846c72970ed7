package dev.tengen.server.error;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process on an {@link OutOfMemoryError}. Such an error may have ended any thread, so a process that carried on would
 * look alive and not work; whoever supervises it can start it again. Thread-safe.
 *
 * <p>All places that catch errors call {@link #check}. The launcher and the image also set {@code
 * -XX:+ExitOnOutOfMemoryError}, for libraries that catch errors themselves.
 */
public final class FatalErrors {
    /** The exit code, the same as that of the JVM with {@code -XX:+ExitOnOutOfMemoryError}. */
    public static final int EXIT_CODE = 3;

    /** Made early, because there may be no memory for it later. */
    private static final byte[] LINE = ("tengen: out of memory, ending: the heap limit is "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MB; raise it with -Xmx, or lower the limits of the server\n")
            .getBytes(StandardCharsets.UTF_8);

    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    private FatalErrors() {}

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

    private static void end() {
        // Neither the logger nor the shutdown hooks: they need memory, and may wait for threads that have ended.
        try (FileOutputStream error = new FileOutputStream(FileDescriptor.err)) {
            error.write(LINE);
        } catch (IOException e) {
            return; // Nobody reads it. The process ends first.
        } finally {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /** Makes errors that end a thread pass {@link #check} first. What the program does with them else stays. */
    public static void install() {
        Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        if (before instanceof Handler) {
            return;
        }
        Thread.setDefaultUncaughtExceptionHandler(new Handler(before));
    }

    private record Handler(Thread.@Nullable UncaughtExceptionHandler next) implements Thread.UncaughtExceptionHandler {
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
}
