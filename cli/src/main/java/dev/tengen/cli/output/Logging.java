package dev.tengen.cli.output;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.LoggerFactory;

/**
 * The log of this program. It goes to standard error: standard output belongs to answers.
 *
 * <p>Logback finds this class as a service. Code takes a tenth of the time that a file in XML takes to be read, which
 * every command would wait for.
 */
public final class Logging extends ContextAwareBase implements Configurator {
    private static final String TEXT_PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%n";

    /** Called by Logback. */
    public Logging() {}

    /** Sets up what holds until a command says otherwise: warnings, for people. */
    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        setUp(loggers, LogFormat.TEXT, LogLevel.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Changes the format and the level. */
    static void configure(LogFormat format, LogLevel level) {
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        loggers.reset();
        setUp(loggers, format, level);
    }

    private static void setUp(LoggerContext loggers, LogFormat format, LogLevel level) {
        Encoder<ILoggingEvent> encoder = format == LogFormat.JSON ? json() : text(loggers);
        encoder.setContext(loggers);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(loggers);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.valueOf(level.name()));
        root.addAppender(appender);
        // What they say of starting and stopping, the server says itself.
        loggers.getLogger("io.javalin").setLevel(Level.OFF);
        loggers.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
    }

    private static Encoder<ILoggingEvent> text(LoggerContext loggers) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(loggers);
        encoder.setPattern(TEXT_PATTERN);
        return encoder;
    }

    private static Encoder<ILoggingEvent> json() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        return encoder;
    }
}
