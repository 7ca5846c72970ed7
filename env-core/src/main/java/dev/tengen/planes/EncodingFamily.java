package dev.tengen.planes;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A family of encodings that differ in one number, which is a part of their names, as in "alphazero:history=4".
 *
 * @param name the name of the family, such as "alphazero"
 * @param parameter the name of the number, such as "history"
 * @param min the least number
 * @param max the greatest number
 * @param meaning the meaning of the number
 */
public record EncodingFamily(String name, String parameter, int min, int max, String meaning) {
    /** Returns the name of the encoding with the given number. */
    public String encodingName(int number) {
        return name + ":" + parameter + "=" + number;
    }

    /** Returns the range of names, for error messages. */
    public String range() {
        return encodingName(min) + " to " + max;
    }

    /** Returns the specs of all encodings. {@code factory} creates each from its name and its number. */
    public List<EncodingSpec> specs(BiFunction<String, Integer, EncodingSpec> factory) {
        return IntStream.rangeClosed(min, max)
                .mapToObj(number -> factory.apply(encodingName(number), number))
                .toList();
    }
}
