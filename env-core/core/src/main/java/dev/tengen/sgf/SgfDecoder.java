package dev.tengen.sgf;

import dev.tengen.sgf.WebCharset.Decoded;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes the bytes of a file into text.
 *
 * <p>The charset is that of the byte order mark, else that of the CA property, wherever that stands, else the most
 * likely one by {@link CharsetDetector}. In strict mode it is ISO-8859-1, the default of FF[4], where CA is missing. It
 * applies to the whole text, not only to values: programs in East Asia encode the finished file, and the second byte of
 * a character may look like a bracket. If the bytes are not those of the charset in CA, the charset is detected, too.
 * Every guess gives a warning.
 */
final class SgfDecoder {
    /** The byte order marks: U+FEFF in each charset. */
    private static final List<Mark> MARKS = List.of(
            new Mark("\ufeff", StandardCharsets.UTF_8, true),
            new Mark("\ufeff", StandardCharsets.UTF_16BE, true),
            new Mark("\ufeff", StandardCharsets.UTF_16LE, true),
            new Mark("(;", StandardCharsets.UTF_16BE, false),
            new Mark("(;", StandardCharsets.UTF_16LE, false));

    /** A CA property in text of an unknown charset. */
    private static final Pattern CHARSET_PROPERTY =
            Pattern.compile("(?<![A-Z])C[a-z]{0,8}A[a-z]{0,8}\\s{0,8}\\[([^\\]\\\\]{1,40})]");

    /** Maximum number of such properties that are tried. */
    private static final int MAX_TRIAL_COUNT = 4;

    /** One malformed character in this many does not speak against the charset in CA. */
    private static final int CHARACTERS_PER_ERROR = 20;

    private SgfDecoder() {}

    /**
     * Returns the text of {@code bytes} without a byte order mark. Adds a warning for each guess.
     *
     * @throws SgfException in strict mode, if CA is invalid or the bytes are not of its charset
     */
    static String decode(byte[] bytes, SgfWarning.Collector warnings) throws SgfException {
        for (Mark mark : MARKS) {
            if (mark.isAtStartOf(bytes)) {
                int length = mark.isRemoved ? mark.bytes.length : 0;
                if (!mark.isRemoved) {
                    warnings.repaired(
                            SgfPosition.START,
                            SgfParser.CHARSET,
                            "the text is " + mark.charset + " without a byte order mark",
                            "read as such");
                }
                return new String(bytes, length, bytes.length - length, mark.charset);
            }
        }
        String latin = new String(bytes, StandardCharsets.ISO_8859_1);
        Optional<SgfProperty> property = charsetProperty(bytes, latin);
        Optional<WebCharset> named = property.map(SgfDecoder::label).flatMap(WebCharset::labeled);
        if (named.isPresent()) {
            return decodeNamed(bytes, named.get(), property.get(), warnings);
        }
        if (property.isPresent()) {
            return decodeUnknown(bytes, latin, property.get(), warnings);
        }
        if (isAscii(bytes)) {
            return latin;
        }
        WebCharset charset = warnings.isStrict() ? WebCharset.named("windows-1252") : CharsetDetector.detect(bytes);
        String text = charset.decode(bytes, 0).text();
        if (!warnings.isStrict()) {
            warnings.add(
                    firstBeyondAscii(text),
                    SgfParser.CHARSET,
                    "missing; the text is read as " + charset.name() + ", which was detected");
        }
        return text;
    }

    private static String label(SgfProperty property) {
        return property.value().simpleText();
    }

    private static String decodeNamed(
            byte[] bytes, WebCharset named, SgfProperty property, SgfWarning.Collector warnings) throws SgfException {
        Decoded decoded = named.decode(bytes, 0);
        if (decoded.malformedCount() == 0) {
            return decoded.text();
        }
        String problem = "the text is not " + named.name() + ", which is what "
                + SgfException.quote(label(property).strip()) + " means";
        long count = decoded.text().chars().filter(c -> c >= 0x80).count();
        WebCharset likely =
                (long) decoded.malformedCount() * CHARACTERS_PER_ERROR > count ? CharsetDetector.detect(bytes) : named;
        if (likely.name().equals(named.name())) {
            warnings.repaired(
                    property.position(0),
                    SgfParser.CHARSET,
                    problem,
                    "U+FFFD stands for " + decoded.malformedCount() + " malformed characters");
            return decoded.text();
        }
        warnings.repaired(
                property.position(0), SgfParser.CHARSET, problem, "read as " + likely.name() + ", which was detected");
        return likely.decode(bytes, 0).text();
    }

    private static String decodeUnknown(byte[] bytes, String latin, SgfProperty property, SgfWarning.Collector warnings)
            throws SgfException {
        WebCharset charset = isAscii(bytes) ? WebCharset.named("windows-1252") : CharsetDetector.detect(bytes);
        warnings.repaired(
                property.position(0),
                SgfParser.CHARSET,
                "charset " + SgfException.quote(label(property).strip())
                        + " is unknown, or cannot be that of this text",
                "read as " + charset.name() + (isAscii(bytes) ? "" : ", which was detected"));
        return isAscii(bytes) ? latin : charset.decode(bytes, 0).text();
    }

    /**
     * Returns the CA property of the first game, wherever it is. If text before it hides it from a reader of another
     * charset, it is found if the text has it when decoded by its own charset.
     */
    private static Optional<SgfProperty> charsetProperty(byte[] bytes, String latin) {
        boolean isAscii = isAscii(bytes);
        Optional<SgfProperty> plain = find(latin, isAscii);
        if (plain.isPresent() || isAscii) {
            return plain;
        }
        Matcher matcher = CHARSET_PROPERTY.matcher(latin);
        for (int trial = 0; trial < MAX_TRIAL_COUNT && matcher.find(); trial++) {
            Optional<SgfProperty> found = WebCharset.labeled(matcher.group(1))
                    .flatMap(charset -> find(charset.decode(bytes, 0).text(), false));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the CA property; empty if the text before it is broken, which the parser reports later. */
    private static Optional<SgfProperty> find(String text, boolean isInRoot) {
        try {
            return new SgfParser(text, new SgfWarning.Collector())
                    .firstInGame(SgfParser.CHARSET, isInRoot)
                    .filter(property -> !label(property).isBlank());
        } catch (SgfException e) {
            return Optional.empty();
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte value : bytes) {
            if (value < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the position of the first character outside ASCII, which the guess is about. */
    private static SgfPosition firstBeyondAscii(String text) {
        SgfScanner scanner = new SgfScanner(text);
        while (!scanner.isAtEnd() && scanner.peek() < 0x80) {
            scanner.advance();
        }
        return scanner.position();
    }

    private static final class Mark {
        final Charset charset;
        final byte[] bytes;
        final boolean isRemoved;

        Mark(String start, Charset charset, boolean isRemoved) {
            this.charset = charset;
            this.bytes = start.getBytes(charset);
            this.isRemoved = isRemoved;
        }

        boolean isAtStartOf(byte[] text) {
            return text.length >= bytes.length && Arrays.equals(text, 0, bytes.length, bytes, 0, bytes.length);
        }
    }
}
