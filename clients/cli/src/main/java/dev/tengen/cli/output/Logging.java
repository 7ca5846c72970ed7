package dev.tengen.cli.output;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.tengen.cli.option.EnumNames;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.LogRateLimiter;
import org.slf4j.LoggerFactory;

/**
 * Configures the log, which goes to standard error, with a rate limit for each kind of line.
 *
 * <p>Logback finds this class as a service. Configuration by code takes a tenth of the time of an XML file, and every
 * command waits for it.
 */
public final class Logging extends ContextAwareBase implements Configurator {
    /** Called by Logback. */
    public Logging() {}

    /** Sets the default: warnings, as text. */
    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        setUp(loggers, Format.TEXT, Level.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Sets the format and the level. */
    public static void configure(Format format, Level level) {
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        loggers.reset();
        setUp(loggers, format, level);
    }

    private static void setUp(LoggerContext loggers, Format format, Level level) {
        Encoder<ILoggingEvent> encoder = format == Format.JSON ? LogEncoders.json() : LogEncoders.text(loggers);
        encoder.setContext(loggers);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(loggers);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(ch.qos.logback.classic.Level.valueOf(level.name()));
        RateLimitedAppender limited = new RateLimitedAppender(loggers, appender, new LogRateLimiter());
        limited.setContext(loggers);
        limited.start();
        root.addAppender(limited);
        // It has a rate limit of its own.
        Logger audit = loggers.getLogger(AuditLog.LOGGER);
        audit.setAdditive(false);
        audit.addAppender(appender);
        // The server itself logs its start and stop.
        loggers.getLogger("io.javalin").setLevel(ch.qos.logback.classic.Level.OFF);
        loggers.getLogger("org.eclipse.jetty").setLevel(ch.qos.logback.classic.Level.WARN);
        if (level == Level.INFO) {
            quietDatabases(loggers);
        }
    }

    /** Leaves of the lines that databases log at each start those about changes of a schema. */
    private static void quietDatabases(LoggerContext loggers) {
        loggers.getLogger("com.zaxxer.hikari").setLevel(ch.qos.logback.classic.Level.WARN);
        loggers.getLogger("org.flywaydb").setLevel(ch.qos.logback.classic.Level.WARN);
        loggers.getLogger("org.flywaydb.core.internal.command.DbMigrate").setLevel(ch.qos.logback.classic.Level.INFO);
    }

    /** The format of log lines. */
    public enum Format {
        /** Text for people. */
        TEXT,
        /** One JSON object per line. */
        JSON;

        @Override
        public String toString() {
            return EnumNames.of(this);
        }
    }

    /** The severity of a log line, least severe first. */
    public enum Level {
        /** Every detail. */
        DEBUG,
        /** What the server does. */
        INFO,
        /** Possible problems. */
        WARN,
        /** Problems. */
        ERROR;

        @Override
        public String toString() {
            return EnumNames.of(this);
        }
    }
}
