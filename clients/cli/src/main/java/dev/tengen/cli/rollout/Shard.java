package dev.tengen.cli.rollout;

import dev.tengen.base.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A part of a rollout: the files whose index modulo {@code count} is {@code index}.
 *
 * @param index its index, from 0
 * @param count number of shards
 */
record Shard(int index, int count) {
    /** A rollout in one piece. */
    static final Shard WHOLE = new Shard(0, 1);

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

    /**
     * Returns the shard that {@code text} names, as in "0/8".
     *
     * @throws InvalidValueException if it names none
     */
    static Shard parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        boolean isShard = matcher.matches() && Integer.parseInt(matcher.group(1)) < Integer.parseInt(matcher.group(2));
        if (!isShard) {
            throw InvalidValueException.not(
                    "--shard", "\"" + text + "\"", "I/K with 0 <= I < K <= 999999, as in 0/8 for the first of eight");
        }
        return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** Returns the indices of its files among {@code fileCount}. */
    IntStream files(int fileCount) {
        return IntStream.range(0, fileCount).filter(file -> file % count == index);
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
