package dev.tengen.cli;

import dev.tengen.board.InvalidValueException;
import dev.tengen.search.SearchLimits;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How far a command searches for each of its answers. */
final class SearchOption {
    @Option(
            names = "--max-nodes",
            paramLabel = "N",
            description = "Stop searching after so many states, for each answer. Default: no limit.")
    private long maxNodes = Long.MAX_VALUE;

    @Option(
            names = "--max-seconds",
            paramLabel = "S",
            converter = SecondsConverter.class,
            description = "Stop searching after so many seconds, for each answer. Default: ${DEFAULT-VALUE}.")
    private Seconds maxSeconds;

    private SearchOption(Seconds maxSeconds) {
        this.maxSeconds = maxSeconds;
    }

    /** Lets a command search as long as it takes, unless limits are named. */
    static SearchOption unlimited() {
        return new SearchOption(Seconds.UNLIMITED);
    }

    /** Lets a command search for {@code seconds}, unless another time is named. */
    static SearchOption of(long seconds) {
        return new SearchOption(new Seconds(seconds));
    }

    /** Returns the limits. Throws {@link InvalidValueException} where one is out of range. */
    SearchLimits limits() {
        long greatest = Seconds.UNLIMITED.count;
        if (maxSeconds.count < 0 || maxSeconds.count > greatest) {
            throw InvalidValueException.outside("--max-seconds", maxSeconds.count, 0, greatest);
        }
        return new SearchLimits(maxNodes, Duration.ofSeconds(maxSeconds.count));
    }

    /** A time as the usage message writes it. */
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
