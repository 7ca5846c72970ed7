package dev.tengen.sgf;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Decodes the bytes of a file into text.
 *
 * <p>The charset is that of the byte order mark, else that of the CA property of the first game, else ISO-8859-1, the default of
 * FF[4]. It applies to the whole text, not only to values: programs in East Asia encode the finished file, and the second byte
 * of a character may look like a bracket. Malformed input becomes U+FFFD. A charset that is unknown, or that cannot be the
 * charset of the text, is ignored with a warning: everything but names and comments is ASCII.
 */
final class SgfDecoder {
    private static final String ASCII = "(;GM[1]\\:)09azAZ\n";

    /** The byte order marks: U+FEFF in each charset. */
    private static final List<Mark> MARKS = List.of(
            new Mark(StandardCharsets.UTF_8), new Mark(StandardCharsets.UTF_16BE), new Mark(StandardCharsets.UTF_16LE));

    private SgfDecoder() {}

    /** Returns the text of {@code bytes} without a byte order mark. Adds a warning for an invalid CA. */
    static String decode(byte[] bytes, SgfWarning.Collector warnings) {
        for (Mark mark : MARKS) {
            if (mark.isAtStartOf(bytes)) {
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

    /** Returns the CA property; empty if the text before it is broken, which the parser reports later. */
    private static Optional<SgfProperty> charsetName(String text) {
        try {
            return new SgfParser(text, new SgfWarning.Collector())
                    .firstInRoot(SgfParser.CHARSET)
                    .filter(property -> !property.text().isBlank());
        } catch (SgfException e) {
            return Optional.empty();
        }
    }

    private static Optional<Charset> charset(SgfProperty property, SgfWarning.Collector warnings) {
        String name = property.value().simpleText().strip();
        String problem;
        try {
            Charset charset = Charset.forName(name);
            if (new String(ASCII.getBytes(StandardCharsets.US_ASCII), charset).equals(ASCII)) {
                return Optional.of(charset);
            }
            problem = "cannot be the charset of this text";
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

        boolean isAtStartOf(byte[] text) {
            return text.length >= bytes.length && Arrays.equals(text, 0, bytes.length, bytes, 0, bytes.length);
        }
    }
}
