package dev.tengen.gtp.driver;

import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A running engine: takes commands one at a time, and answers each or fails within its time.
 *
 * <p>After a failure with verdict TIMEOUT, DEATH or GARBAGE its process has been ended. Use it from one thread at a time;
 * {@link #close} and {@link #kill} may come from any.
 */
public final class GtpEngine implements AutoCloseable {
    /*
     * Two threads read what the engine writes, so that neither of its pipes ever fills up. The pipe to the engine cannot
     * either: a command is a few kilobytes at most, and the next one is sent only after the response to the last.
     */

    private static final int SHOWN_STDERR_LENGTH = 1000;
    private static final int STDERR_WAIT_MILLIS = 500;
    private static final int EXIT_GRACE_MILLIS = 500;
    private static final int QUIT_GRACE_MILLIS = 1000;

    private final EngineSpec spec;
    private final EngineProcess process;
    private final ReplyReader replies;
    private final OutputTail errors;
    private final Thread repliesThread;
    private final Thread errorsThread;
    private Set<String> commands = Set.of();
    private int lastId;
    private volatile boolean isUsable = true;

    private GtpEngine(EngineSpec spec, EngineProcess process) {
        this.spec = spec;
        this.process = process;
        replies = new ReplyReader(process.process().getInputStream());
        errors = new OutputTail(process.process().getErrorStream());
        repliesThread = startThread(replies, "stdout");
        errorsThread = startThread(errors, "stderr");
    }

    private Thread startThread(Runnable reader, String what) {
        Thread thread = new Thread(reader, what + " of engine " + spec.name());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Starts an engine and asks it which commands it knows. It has until {@code spec}'s start timeout. */
    public static GtpEngine start(EngineSpec spec) throws EngineException {
        return start(spec, Deadline.in(spec.startTimeout()));
    }

    static GtpEngine start(EngineSpec spec, Deadline deadline) throws EngineException {
        EngineProcess process;
        try {
            process = EngineProcess.start(spec.command());
        } catch (IOException e) {
            throw new EngineException(Verdict.DEATH, spec.name() + " could not be started: " + e.getMessage());
        }
        GtpEngine engine = new GtpEngine(spec, process);
        try {
            GtpResponse response = engine.ask(GtpCommand.of("list_commands"), deadline);
            engine.commands = response.text().lines().map(String::strip).collect(Collectors.toUnmodifiableSet());
            return engine;
        } catch (EngineException | RuntimeException | Error e) {
            engine.kill();
            throw e;
        }
    }

    /** Returns whether the engine lists {@code command} among those it knows. */
    public boolean knows(String command) {
        return commands.contains(command);
    }

    /** Returns whether the engine may be sent another command. */
    public boolean isUsable() {
        return isUsable && process.process().isAlive();
    }

    /** Returns the process of the engine. */
    public ProcessHandle handle() {
        return process.process().toHandle();
    }

    /** Returns the end of what the engine has written to its standard error. */
    public String errorOutput() {
        return errors.text();
    }

    /**
     * Sends {@code command} and returns the response, which may say that it failed. Throws {@link EngineException} with
     * verdict TIMEOUT, DEATH or GARBAGE where there is none.
     */
    public GtpResponse send(GtpCommand command, Duration timeout) throws EngineException {
        return send(command, Deadline.in(timeout));
    }

    GtpResponse send(GtpCommand command, Deadline deadline) throws EngineException {
        if (!isUsable) {
            throw new EngineException(Verdict.DEATH, spec.name() + " was ended");
        }
        GtpCommand numbered = command.withId(++lastId);
        write(numbered);
        return response(numbered, deadline);
    }

    /** Sends {@code command} and returns the response. Throws ERROR_REPLY, too, where that says that it failed. */
    GtpResponse ask(GtpCommand command, Deadline deadline) throws EngineException {
        GtpResponse response = send(command, deadline);
        if (!response.isSuccess()) {
            throw new EngineException(
                    Verdict.ERROR_REPLY,
                    spec.name() + " answered \"" + command + "\" with the error \"" + Printable.of(response.text())
                            + "\"");
        }
        return response;
    }

    private void write(GtpCommand command) throws EngineException {
        try {
            OutputStream output = process.process().getOutputStream();
            output.write((command.line() + "\n").getBytes(StandardCharsets.UTF_8));
            output.flush();
        } catch (IOException e) {
            throw death(command);
        }
    }

    private GtpResponse response(GtpCommand command, Deadline deadline) throws EngineException {
        ReplyReader.Item item;
        try {
            item = replies.next(deadline.remainingNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(Verdict.TIMEOUT, " was not waited for after \"" + command + "\"");
        }
        if (item == null) {
            throw failed(
                    Verdict.TIMEOUT,
                    " did not answer \"" + command + "\" in time (" + seconds(deadline.allowed()) + ")");
        }
        if (item instanceof ReplyReader.Item.Garbage garbage) {
            throw failed(Verdict.GARBAGE, " answered \"" + command + "\" with " + garbage.description());
        }
        if (item instanceof ReplyReader.Item.Response response) {
            return requireId(command, response.value());
        }
        throw death(command);
    }

    private GtpResponse requireId(GtpCommand command, GtpResponse response) throws EngineException {
        if (!response.id().equals(command.id())) {
            throw failed(
                    Verdict.GARBAGE,
                    " answered \"" + command + "\" with the id " + shown(response.id()) + ", not "
                            + shown(command.id()));
        }
        return response;
    }

    private static String shown(OptionalInt id) {
        return id.isPresent() ? Integer.toString(id.getAsInt()) : "(none)";
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3g s", duration.toMillis() / 1000.0);
    }

    private EngineException death(GtpCommand command) {
        boolean wasEnded = !isUsable;
        // It has closed its output or its input: it is given a moment to end by itself, so that its own exit code is
        // told.
        process.end(EXIT_GRACE_MILLIS);
        kill();
        if (wasEnded) {
            return new EngineException(Verdict.DEATH, spec.name() + " was ended");
        }
        return failed(
                Verdict.DEATH, " ended with exit code " + process.process().exitValue() + " at \"" + command + "\"");
    }

    /** Ends the process and returns the failure, with the end of standard error. */
    private EngineException failed(Verdict verdict, String what) {
        kill();
        String tail = Printable.endOf(errors.text(), SHOWN_STDERR_LENGTH);
        return new EngineException(verdict, spec.name() + what + (tail.isEmpty() ? "" : "; standard error: " + tail));
    }

    /** Ends the process and all it has started, at once. */
    public void kill() {
        isUsable = false;
        process.kill();
        stopReading();
    }

    private void stopReading() {
        repliesThread.interrupt();
        try {
            errorsThread.join(STDERR_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the engine to quit, and ends its process and all it has started if it does not do so soon. */
    @Override
    public void close() {
        if (isUsable()) {
            isUsable = false;
            try {
                write(GtpCommand.of("quit"));
                process.process().getOutputStream().close();
            } catch (EngineException | IOException e) {
                // It is gone already.
            }
            process.end(QUIT_GRACE_MILLIS);
        }
        kill();
    }
}
