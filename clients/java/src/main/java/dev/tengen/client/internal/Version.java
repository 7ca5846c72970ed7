package dev.tengen.client.internal;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of this client, and the order of versions. */
final class Version {
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");

    private Version() {}

    /** Returns the version of this client, as in "0.1.0". */
    static String current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("version.properties is missing from the build", e);
        }
        return properties.getProperty("version", "unknown");
    }

    /** Returns whether {@code one} is a release before {@code other}, as "0.1.0-SNAPSHOT" is before "0.2.0". */
    static boolean isBefore(String one, String other) {
        return compare(numbers(one), numbers(other)) < 0;
    }

    private static int compare(List<Integer> one, List<Integer> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            int order = Integer.compare(i < one.size() ? one.get(i) : -1, i < other.size() ? other.get(i) : -1);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Returns the leading numbers of a version; none if it does not begin with one. */
    private static List<Integer> numbers(String version) {
        Matcher matcher = NUMBERS.matcher(version);
        return matcher.lookingAt()
                ? Splitter.on('.')
                        .splitToStream(matcher.group())
                        .map(Integer::valueOf)
                        .toList()
                : List.of();
    }
}
