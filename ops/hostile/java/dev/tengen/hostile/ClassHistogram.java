package dev.tengen.hostile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The live objects of a process by class.
 *
 * @param classes the objects of each class
 */
record ClassHistogram(Map<String, Entry> classes) {
    private static final int COLUMN_COUNT = 4;

    ClassHistogram {
        classes = Map.copyOf(classes);
    }

    /** The count of objects of a class and their bytes. */
    record Entry(long count, long bytes) {}

    /** Parses the output of {@code jcmd GC.class_histogram}: lines with rank, count, bytes and class. */
    static ClassHistogram parse(String text) {
        Map<String, Entry> classes = new HashMap<>();
        text.lines().map(line -> line.strip().split("\\s+")).forEach(words -> {
            if (words.length >= COLUMN_COUNT && words[0].matches("\\d+:")) {
                classes.merge(
                        words[COLUMN_COUNT - 1],
                        new Entry(Long.parseLong(words[1]), Long.parseLong(words[2])),
                        (one, other) -> new Entry(one.count + other.count, one.bytes + other.bytes));
            }
        });
        return new ClassHistogram(classes);
    }

    /** Returns the bytes of all objects. */
    long bytes() {
        return classes.values().stream().mapToLong(Entry::bytes).sum();
    }

    /** Returns lines with the classes that have grown most since {@code before}, at most {@code limit}. */
    List<String> growthSince(ClassHistogram before, int limit) {
        record Growth(String name, long count, long bytes) {}
        List<Growth> growths = new ArrayList<>();
        classes.forEach((name, entry) -> {
            Entry earlier = before.classes.getOrDefault(name, new Entry(0, 0));
            growths.add(new Growth(name, entry.count - earlier.count, entry.bytes - earlier.bytes));
        });
        return growths.stream()
                .filter(growth -> growth.bytes > 0)
                .sorted(Comparator.comparingLong(Growth::bytes).reversed())
                .limit(limit)
                .map(growth -> String.format("%+,12d bytes %+,9d objects %s", growth.bytes, growth.count, growth.name))
                .toList();
    }
}
