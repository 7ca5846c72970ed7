package dev.tengen.sgf;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes text of the bytes of a file.
 *
 * <p>A byte order mark decides; then the CA property of the first game; without both it is ISO-8859-1, as FF[4] says. A
 * charset holds for the whole text, not only for the inside of values: writers in East Asia encode the finished file,
 * and the second byte of a character may look like a bracket. What a charset cannot decode becomes U+FFFD. A charset that is
 * unknown, or cannot be that of the text, is passed over: all but names and comments is ASCII anyway.
 */
final class SgfDecoder {
    private static final String ASCII = "(;GM[1]\\:)09azAZ\n";

    /** The byte order marks, each of which is U+FEFF in its charset. */
    private static final List<Mark> MARKS = List.of(
            new Mark(StandardCharsets.UTF_8), new Mark(StandardCharsets.UTF_16BE), new Mark(StandardCharsets.UTF_16LE));

    private SgfDecoder() {}

    /** Returns the text of {@code bytes}, without a byte order mark; a CA that makes no sense is a warning. */
    static String decode(byte[] bytes, SgfWarnings warnings) {
        for (Mark mark : MARKS) {
            if (mark.begins(bytes)) {
                int length = mark.bytes.length;
                return new String(bytes, length, bytes.length - length, mark.charset);
            }
        }
        String latin = new String(bytes, StandardCharsets.ISO_8859_1);
        return charsetName(latin)
                .flatMap(property -> charset(property, warnings))
                .map(charset -> new String(bytes, charset))
                .orElse(latin);
    }

    /** Returns the CA property; nothing where the text is broken before it, which the parser will find by itself. */
    private static Optional<SgfProperty> charsetName(String text) {
        try {
            return new SgfParser(text, new SgfWarnings())
                    .firstInRoot(SgfParser.CHARSET)
                    .filter(property -> !property.text().isBlank());
        } catch (SgfException e) {
            return Optional.empty();
        }
    }

    private static Optional<Charset> charset(SgfProperty property, SgfWarnings warnings) {
        String name = property.value().simpleText().strip();
        String problem;
        try {
            Charset charset = Charset.forName(name);
            if (new String(ASCII.getBytes(StandardCharsets.US_ASCII), charset).equals(ASCII)) {
                return Optional.of(charset);
            }
            problem = "cannot be that of this text";
        } catch (IllegalArgumentException e) {
            problem = "is unknown";
        }
        warnings.add(
                property.position(0),
                SgfParser.CHARSET,
                "charset " + SgfException.quote(name) + " " + problem + "; read as ISO-8859-1");
        return Optional.empty();
    }

    private static final class Mark {
        final Charset charset;
        final byte[] bytes;

        Mark(Charset charset) {
            this.charset = charset;
            this.bytes = "\ufeff".getBytes(charset);
        }

        boolean begins(byte[] text) {
            return text.length >= bytes.length && Arrays.equals(text, 0, bytes.length, bytes, 0, bytes.length);
        }
    }
}
