package dev.tengen.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** A client sent texts that forged lines of the log, and sequences that control a terminal. */
class LogEncodersTest {
    private static final String HOSTILE = "x\r\n12:00:00.000 INFO forged\u001b[2J\u009b1m\u007f\u202e\u2028y";
    private static final String SHOWN = "x\\r\\n12:00:00.000 INFO forged\\u001b[2J\\u009b1m\\u007f\\u202e\\u2028y";

    private final LoggerContext loggers = new LoggerContext();
    private final Logger logger = loggers.getLogger("test.Logger");
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final Encoder<ILoggingEvent> text = LogEncoders.text(loggers);
    private final Encoder<ILoggingEvent> json = LogEncoders.json();

    @BeforeEach
    void start() {
        loggers.setMDCAdapter(new LogbackMDCAdapter());
        events.start();
        loggers.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(events);
        for (Encoder<ILoggingEvent> encoder : List.of(text, json)) {
            encoder.setContext(loggers);
            encoder.start();
        }
    }

    private String encoded(Encoder<ILoggingEvent> encoder) {
        return events.list.stream()
                .map(event -> new String(encoder.encode(event), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    @Test
    void text_messageAndPairs_areOneLineOfVisibleCharacters() {
        logger.atWarn().addKeyValue("principal", HOSTILE).log("client {}", HOSTILE);

        assertThat(encoded(text)).hasLineCount(1).contains(" - client " + SHOWN + " principal=\"" + SHOWN + "\"");
    }

    @Test
    void text_messagesOfExceptions_areOneLineEach() {
        IllegalStateException thrown =
                new IllegalStateException("outer " + HOSTILE, new IOException("cause " + HOSTILE));
        thrown.addSuppressed(new IOException("suppressed " + HOSTILE));

        logger.error("failed", thrown);

        List<String> others = encoded(text)
                .lines()
                .filter(line -> !line.matches("\\s*(at |\\.\\.\\. \\d+ common frames).*"))
                .toList();
        assertThat(others).hasSize(4);
        assertThat(others.get(0)).endsWith(" - failed");
        assertThat(others.get(1)).isEqualTo("java.lang.IllegalStateException: outer " + SHOWN);
        assertThat(others.get(2)).isEqualTo("\tSuppressed: java.io.IOException: suppressed " + SHOWN);
        assertThat(others.get(3)).isEqualTo("Caused by: java.io.IOException: cause " + SHOWN);
        assertThat(encoded(text)).contains("at " + LogEncodersTest.class.getName());
    }

    @Test
    void json_hostileText_isOneLineThatKeepsTheValue() throws IOException {
        logger.atWarn()
                .addKeyValue("principal", HOSTILE)
                .setCause(new IOException(HOSTILE))
                .log("client {}", HOSTILE);

        assertThat(encoded(json)).hasLineCount(1).doesNotContain("\u009b", "\u007f", "\u202e", "\u2028");
        JsonNode line = new ObjectMapper().readTree(encoded(json));
        assertThat(line.get("formattedMessage").asText()).isEqualTo("client " + HOSTILE);
        assertThat(line.get("kvpList").get(0).get("principal").asText()).isEqualTo(HOSTILE);
        assertThat(line.get("throwable").get("message").asText()).isEqualTo(HOSTILE);
    }
}
