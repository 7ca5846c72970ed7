package dev.tengen.cli.option;

import dev.tengen.base.Names;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** Converts enum values to and from their names on the command line: lower case, with hyphens. */
public final class EnumNames {
    private EnumNames() {}

    /** Returns the name of {@code value}, as in "natural-situational". */
    public static String of(Enum<?> value) {
        return Names.of(value);
    }

    /**
     * Returns the value of {@code type} that {@code text} names, in the spellings of {@link Names}.
     *
     * @throws TypeConversionException if there is none
     */
    public static <E extends Enum<E>> E parse(Class<E> type, String text) {
        List<E> values = List.of(type.getEnumConstants());
        return Names.find(values, EnumNames::of, text)
                .orElseThrow(() -> new TypeConversionException(
                        Names.notOneOf(text, values.stream().map(EnumNames::of).toList())));
    }
}
