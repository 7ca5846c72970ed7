package dev.tengen.planes;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Encodings that differ in one number and are named by it, as in "alphazero:history=4".
 *
 * @param name name of the family, as in "alphazero"
 * @param parameter name of the number, as in "history"
 * @param min the least number
 * @param max the greatest number
 * @param meaning what the number is
 */
public record EncodingFamily(String name, String parameter, int min, int max, String meaning) {
    /** Returns the name of the encoding with the given number. */
    public String encodingName(int number) {
        return name + ":" + parameter + "=" + number;
    }

    /** Returns the names of the first and the last encoding, as errors tell them. */
    public String range() {
        return encodingName(min) + " to " + max;
    }

    /** Returns the specs of all encodings, each of which {@code maker} makes of its name and its number. */
    public List<EncodingSpec> specs(BiFunction<String, Integer, EncodingSpec> maker) {
        return IntStream.rangeClosed(min, max)
                .mapToObj(number -> maker.apply(encodingName(number), number))
                .toList();
    }
}
