package dev.tengen.gtp.driver;

import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A running engine. It takes commands one at a time, and responds or fails within a time limit.
 *
 * <p>After a failure with outcome TIMEOUT, DEATH or GARBAGE its process has been ended. Not thread-safe, but
 * {@link #close} and {@link #kill} may be called from any thread.
 */
public final class GtpEngine implements AutoCloseable {
    /*
     * Two threads read what the engine writes, so that neither of its pipes fills up. The pipe to the engine cannot
     * fill up, either: a command is a few kilobytes at most, and the next one is sent only after the response to the
     * last.
     */

    private static final System.Logger LOG = System.getLogger(GtpEngine.class.getName());
    private static final int SHOWN_STDERR_LENGTH = 1000;
    private static final int STDERR_WAIT_MILLIS = 500;
    private static final int EXIT_GRACE_MILLIS = 500;
    private static final int QUIT_GRACE_MILLIS = 1000;

    private final EngineSpec spec;
    private final EngineProcess process;
    private final ResponseReader responses;
    private final StderrTail errors;
    private final Thread responsesThread;
    private final Thread errorsThread;
    private Set<String> commands = Set.of();
    private int lastId;
    private volatile boolean isUsable = true;

    private GtpEngine(EngineSpec spec, EngineProcess process) {
        this.spec = spec;
        this.process = process;
        responses = new ResponseReader(process.process().getInputStream());
        errors = new StderrTail(process.process().getErrorStream());
        responsesThread = startThread(responses, "stdout");
        errorsThread = startThread(errors, "stderr");
    }

    private Thread startThread(Runnable reader, String what) {
        Thread thread = new Thread(reader, what + " of engine " + spec.name());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Starts an engine and asks it for its list of commands, within its start timeout.
     *
     * @throws EngineException if it cannot be started or fails
     */
    public static GtpEngine start(EngineSpec spec) throws EngineException {
        return start(spec, Deadline.ofStart(spec));
    }

    static GtpEngine start(EngineSpec spec, Deadline deadline) throws EngineException {
        EngineProcess process;
        try {
            process = EngineProcess.start(spec.command());
        } catch (IOException e) {
            throw new EngineException(TurnOutcome.DEATH, spec.name() + " could not be started: " + e.getMessage());
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

    /** Returns whether {@code command} is in the list of commands of the engine. */
    public boolean knows(String command) {
        return commands.contains(command);
    }

    /** Returns whether the engine can take another command. */
    public boolean isUsable() {
        return isUsable && process.process().isAlive();
    }

    /** Returns the process of the engine. */
    public ProcessHandle handle() {
        return process.process().toHandle();
    }

    /** Returns the tail of the standard error of the engine. */
    public String errorOutput() {
        return errors.text();
    }

    /**
     * Sends {@code command} and returns the response, which may be an error.
     *
     * @throws EngineException with outcome TIMEOUT, DEATH or GARBAGE if there is no response
     */
    public GtpResponse send(GtpCommand command, Duration timeout) throws EngineException {
        return send(command, Deadline.in(timeout));
    }

    GtpResponse send(GtpCommand command, Deadline deadline) throws EngineException {
        if (!isUsable) {
            throw new EngineException(TurnOutcome.DEATH, spec.name() + " was ended");
        }
        GtpCommand numbered = command.withId(++lastId);
        write(numbered);
        return response(numbered, deadline);
    }

    /**
     * Sends {@code command} and returns the response. It also throws, with outcome ERROR_REPLY, if that is an error.
     */
    GtpResponse ask(GtpCommand command, Deadline deadline) throws EngineException {
        GtpResponse response = send(command, deadline);
        if (!response.isSuccess()) {
            throw new EngineException(
                    TurnOutcome.ERROR_REPLY,
                    spec.name() + " answered \"" + command + "\" with the error \""
                            + TextSanitizer.line(response.text()) + "\"");
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
        ResponseReader.Output output;
        try {
            output = responses.next(deadline.remainingNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(TurnOutcome.TIMEOUT, " was interrupted at \"" + command + "\"");
        }
        if (output == null) {
            throw failed(TurnOutcome.TIMEOUT, " did not answer \"" + command + "\" within " + deadline);
        }
        if (output instanceof ResponseReader.Output.Garbage garbage) {
            throw failed(TurnOutcome.GARBAGE, " answered \"" + command + "\" with " + garbage.description());
        }
        if (output instanceof ResponseReader.Output.Response response) {
            return requireId(command, response.value());
        }
        throw death(command);
    }

    private GtpResponse requireId(GtpCommand command, GtpResponse response) throws EngineException {
        if (!response.id().equals(command.id())) {
            throw failed(
                    TurnOutcome.GARBAGE,
                    " answered \"" + command + "\" with the id " + shown(response.id()) + ", not "
                            + shown(command.id()));
        }
        return response;
    }

    private static String shown(OptionalInt id) {
        return id.isPresent() ? Integer.toString(id.getAsInt()) : "(none)";
    }

    private EngineException death(GtpCommand command) {
        boolean wasEnded = !isUsable;
        // It has closed its output or its input. It gets a moment to end by itself, so that the message shows its own
        // exit
        // code.
        process.end(EXIT_GRACE_MILLIS);
        kill();
        if (wasEnded) {
            return new EngineException(TurnOutcome.DEATH, spec.name() + " was ended");
        }
        return failed(
                TurnOutcome.DEATH,
                " ended with exit code " + process.process().exitValue() + " at \"" + command + "\"");
    }

    /** Kills the process and returns the failure, with the tail of standard error. */
    private EngineException failed(TurnOutcome outcome, String what) {
        kill();
        String tail = TextSanitizer.endOf(errors.text(), SHOWN_STDERR_LENGTH);
        return new EngineException(outcome, spec.name() + what + (tail.isEmpty() ? "" : "; standard error: " + tail));
    }

    /** Kills the process and its descendants at once. */
    public void kill() {
        isUsable = false;
        process.kill();
        stopReading();
    }

    private void stopReading() {
        responsesThread.interrupt();
        try {
            errorsThread.join(STDERR_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends {@code quit}, and kills the process and its descendants if they do not end soon. */
    @Override
    public void close() {
        if (isUsable()) {
            isUsable = false;
            try {
                write(GtpCommand.of("quit"));
                process.process().getOutputStream().close();
            } catch (EngineException | IOException e) {
                LOG.log(Level.DEBUG, "The engine ended before the command to quit", e);
            }
            process.end(QUIT_GRACE_MILLIS);
        }
        kill();
    }
}
