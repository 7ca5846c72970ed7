package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of reachable objects by class.
 *
 * @param bytes bytes by class name in the notation of the JVM: "[B" is an array of bytes
 */
record HeapHistogram(Map<String, Long> bytes) {
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+(\\S+).*");

    /** Reads what {@code jcmd GC.class_histogram} prints. */
    static HeapHistogram parse(List<String> lines) throws IOException {
        Map<String, Long> bytes = new HashMap<>();
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                bytes.merge(matcher.group(2), Long.parseLong(matcher.group(1)), Long::sum);
            }
        }
        if (bytes.isEmpty()) {
            throw new IOException("jcmd printed no histogram: " + lines);
        }
        return new HeapHistogram(bytes);
    }

    /** Returns the bytes of all classes. */
    long total() {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the difference between this histogram and {@code earlier}. */
    HeapHistogram minus(HeapHistogram earlier) {
        Map<String, Long> difference = new HashMap<>(bytes);
        earlier.bytes.forEach((name, count) -> difference.merge(name, -count, Long::sum));
        return new HeapHistogram(difference);
    }

    /** Returns the classes with the most bytes, in descending order. */
    List<Map.Entry<String, Long>> largest(int count) {
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(count)
                .toList();
    }
}
