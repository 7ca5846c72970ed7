package dev.tengen.cli.option;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Names of enum values as the command line writes them: in lower case, with hyphens. */
final class EnumNames {
    private EnumNames() {}

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <E extends Enum<E>> E parse(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> of(value).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("\"" + text + "\" is not one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(EnumNames::of)
                                .toList()));
    }
}
