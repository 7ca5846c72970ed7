package dev.tengen.planes;

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
}
