package dev.tengen.hostile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that a server has written every line of its log: each has the format of the server, none is of a logger that
 * only clients name, and none has a character that moves the cursor, begins a line elsewhere or turns text round.
 *
 * @param count the number of lines
 * @param auditBytes the length of the lines of the audit log
 * @param errors the first lines with the level ERROR
 * @param foreign the first lines that the server has not written
 */
record LogLines(long count, long auditBytes, List<String> errors, List<String> foreign) {
    private static final Pattern TEXT =
            Pattern.compile("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} (DEBUG|INFO |WARN |ERROR) (\\S+) - .*");

    /** Control characters, line and paragraph separators, and marks of the direction of text. */
    private static final Pattern MOVING =
            Pattern.compile("[\\p{Cc}&&[^\\t]]|[\\u2028\\u2029\\u200E\\u200F\\u061C\\u202A-\\u202E\\u2066-\\u2069]");

    private static final int MAX_LINE_COUNT = 20;
    private static final int MAX_LINE_LENGTH = 500;
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Reads a log in one of the formats "text" and "json". */
    static LogLines read(Path file, String format) throws IOException {
        List<String> errors = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        long count = 0;
        long auditBytes = 0;
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(file)))
                .toString();
        for (String line : text.split("\n")) {
            if (line.isEmpty() && text.isEmpty()) {
                break;
            }
            count++;
            Head head = format.equals("json") ? jsonHead(line) : textHead(line);
            if (head.logger().isEmpty()
                    || head.logger().equals(HostileText.FORGED_LOGGER)
                    || MOVING.matcher(line).find()) {
                addFirst(foreign, line);
            } else if (head.level().equals("ERROR")) {
                addFirst(errors, line);
            } else if (head.logger().endsWith("audit")) {
                auditBytes += line.length() + 1;
            }
        }
        return new LogLines(count, auditBytes, List.copyOf(errors), List.copyOf(foreign));
    }

    private static void addFirst(List<String> lines, String line) {
        if (lines.size() < MAX_LINE_COUNT) {
            lines.add(line.substring(0, Math.min(MAX_LINE_LENGTH, line.length())));
        }
    }

    /** The level and the logger of a line; both are empty if it has not the format of the server. */
    private record Head(String level, String logger) {}

    private static Head textHead(String line) {
        Matcher matcher = TEXT.matcher(line);
        return matcher.matches() ? new Head(matcher.group(1).strip(), matcher.group(2)) : new Head("", "");
    }

    /** Returns the head of one JSON object. The access log has methods in place of loggers. */
    private static Head jsonHead(String line) {
        try {
            JsonNode tree = JSON.readTree(line);
            return new Head(
                    tree.path("level").asText(""),
                    tree.path("loggerName").asText(tree.path("method").asText("")));
        } catch (JsonProcessingException e) {
            return new Head("", "");
        }
    }
}
