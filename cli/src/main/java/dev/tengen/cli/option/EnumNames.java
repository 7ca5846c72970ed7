package dev.tengen.cli.option;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Converts enum values to and from their names on the command line: lower case, with hyphens. */
public final class EnumNames {
    private EnumNames() {}

    /** Returns the name of {@code value}, as in "natural-situational". */
    public static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the value of {@code type} that {@code text} names, ignoring case.
     *
     * @throws TypeConversionException if there is none
     */
    public static <E extends Enum<E>> E parse(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> of(value).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("\"" + text + "\" is not one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(EnumNames::of)
                                .toList()));
    }
}
