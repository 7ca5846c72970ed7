package dev.tengen.cli.output;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.pattern.KeyValuePairConverter;
import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import dev.tengen.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The encoders of the log. They escape every invisible character of a message, of its key-value pairs and of the
 * messages of exceptions, as {@link VisibleText#line} does. So a text that a client sent cannot begin a line of the log
 * or control a terminal.
 */
final class LogEncoders {
    private static final String TEXT_PATTERN =
            "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%replace( %kvp){' $', ''}%n%ex";

    private LogEncoders() {}

    /** Returns an encoder of text for people. The caller starts it. */
    static Encoder<ILoggingEvent> text(LoggerContext loggers) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(loggers);
        layout.setPattern(TEXT_PATTERN);
        layout.getInstanceConverterMap().put("msg", VisibleMessage::new);
        layout.getInstanceConverterMap().put("kvp", VisiblePairs::new);
        layout.getInstanceConverterMap().put("ex", VisibleTrace::new);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(layout);
        return encoder;
    }

    /** Returns an encoder of one JSON object per line. The caller starts it. */
    static Encoder<ILoggingEvent> json() {
        JsonEncoder encoder = new VisibleJson();
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        return encoder;
    }

    /**
     * JSON escapes some of the invisible characters itself. The others can only be in its strings, so its values stay
     * the same.
     */
    private static final class VisibleJson extends JsonEncoder {
        @Override
        public byte[] encode(ILoggingEvent event) {
            String line = new String(super.encode(event), StandardCharsets.UTF_8);
            return VisibleText.lines(line).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class VisibleMessage extends MessageConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return VisibleText.line(super.convert(event));
        }
    }

    private static final class VisiblePairs extends KeyValuePairConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return VisibleText.line(super.convert(event));
        }
    }

    /** Writes stack traces, with the message of each exception in one line. */
    private static final class VisibleTrace extends ThrowableProxyConverter {
        @Override
        protected String throwableProxyToString(IThrowableProxy thrown) {
            return super.throwableProxyToString(new VisibleThrowable(thrown));
        }
    }

    /** An exception with its message in one line. */
    private record VisibleThrowable(IThrowableProxy thrown) implements IThrowableProxy {
        private static @Nullable String line(@Nullable String message) {
            return message == null ? null : VisibleText.line(message);
        }

        @Override
        public @Nullable String getOverridingMessage() {
            return line(thrown.getOverridingMessage());
        }

        @Override
        public @Nullable String getMessage() {
            return line(thrown.getMessage());
        }

        @Override
        public String getClassName() {
            return thrown.getClassName();
        }

        @Override
        public StackTraceElementProxy[] getStackTraceElementProxyArray() {
            return thrown.getStackTraceElementProxyArray();
        }

        @Override
        public int getCommonFrames() {
            return thrown.getCommonFrames();
        }

        @Override
        public @Nullable IThrowableProxy getCause() {
            IThrowableProxy cause = thrown.getCause();
            return cause == null ? null : new VisibleThrowable(cause);
        }

        @Override
        public IThrowableProxy[] getSuppressed() {
            return Stream.of(thrown.getSuppressed()).map(VisibleThrowable::new).toArray(IThrowableProxy[]::new);
        }

        @Override
        public boolean isCyclic() {
            return thrown.isCyclic();
        }
    }
}
