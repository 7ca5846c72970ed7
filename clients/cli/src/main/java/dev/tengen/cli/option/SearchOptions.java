package dev.tengen.cli.option;

import dev.tengen.base.InvalidValueException;
import dev.tengen.budget.SearchLimits;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that limit the search for each result. */
public final class SearchOptions {
    @Option(
            names = "--max-nodes",
            paramLabel = "N",
            description = "Maximum number of states to search for each result. Default: no limit.")
    private long maxNodes = Long.MAX_VALUE;

    @Option(
            names = "--max-seconds",
            paramLabel = "S",
            converter = SecondsConverter.class,
            description = "Maximum number of seconds to search for each result. Default: ${DEFAULT-VALUE}.")
    private Seconds maxSeconds;

    private SearchOptions(Seconds maxSeconds) {
        this.maxSeconds = maxSeconds;
    }

    /** Returns options without a default limit. */
    public static SearchOptions unlimited() {
        return new SearchOptions(Seconds.UNLIMITED);
    }

    /** Returns options with a default limit of {@code seconds}. */
    public static SearchOptions of(long seconds) {
        return new SearchOptions(new Seconds(seconds));
    }

    /**
     * Returns the limits.
     *
     * @throws InvalidValueException if one is out of range
     */
    public SearchLimits limits() {
        long greatest = Seconds.UNLIMITED.count;
        InvalidValueException.requireWithin("--max-seconds", maxSeconds.count, 0, greatest);
        return new SearchLimits(maxNodes, Duration.ofSeconds(maxSeconds.count));
    }

    /** A time, with its text in the usage message. */
    private record Seconds(long count) {
        static final Seconds UNLIMITED = new Seconds(SearchLimits.NONE.maxTime().toSeconds());

        @Override
        public String toString() {
            return equals(UNLIMITED) ? "no limit" : Long.toString(count);
        }
    }

    private static final class SecondsConverter implements ITypeConverter<Seconds> {
        @Override
        public Seconds convert(String value) {
            try {
                return new Seconds(Long.parseLong(value));
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + value + "' is not a number of seconds");
            }
        }
    }
}
