package dev.tengen.server.error;

/**
 * Limits the length of texts in errors. A status and its trailers share one block of headers, for which most clients
 * accept 8 KiB. A client that receives more closes the connection, with all its calls, so an error must not repeat a
 * long value that somebody sent.
 */
public final class ErrorText {
    /**
     * Maximum length of a description in a header, where other characters than printable ASCII take three for each
     * byte.
     */
    public static final int MAX_ENCODED_LENGTH = 1_000;

    /** Maximum length of a detail for programs in a header. */
    public static final int MAX_ENCODED_DETAIL_LENGTH = 600;

    private static final String ELLIPSIS = "...";

    private ErrorText() {}

    /** Returns {@code text}, cut off with "..." where it would exceed {@code maxEncodedLength} in a header. */
    public static String shortened(String text, int maxEncodedLength) {
        int length = 0;
        int end = 0;
        for (int index = 0; index < text.length(); ) {
            int point = text.codePointAt(index);
            length += encodedLength(point);
            if (length > maxEncodedLength) {
                return text.substring(0, end) + ELLIPSIS;
            }
            index += Character.charCount(point);
            if (length <= maxEncodedLength - ELLIPSIS.length()) {
                end = index;
            }
        }
        return text;
    }

    /** Returns the length of a code point as the header {@code grpc-message} encodes it: percent-encoded UTF-8. */
    private static int encodedLength(int point) {
        if (point >= ' ' && point <= '~' && point != '%') {
            return 1;
        }
        int bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        return 3 * bytes;
    }
}
