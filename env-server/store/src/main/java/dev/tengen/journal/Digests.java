package dev.tengen.journal;

import dev.tengen.server.session.RequestKey;
import java.util.HexFormat;

/** Digests of requests as hexadecimal digits; that of a request without an id is empty. */
final class Digests {
    private static final int DIGITS = 16;

    private Digests() {}

    static String toText(RequestKey.Digest digest) {
        return digest.equals(RequestKey.NONE.idDigest())
                ? ""
                : HexFormat.of().toHexDigits(digest.high()) + HexFormat.of().toHexDigits(digest.low());
    }

    static RequestKey.Digest of(String text) {
        return text.isEmpty()
                ? RequestKey.NONE.idDigest()
                : new RequestKey.Digest(
                        HexFormat.fromHexDigitsToLong(text, 0, DIGITS),
                        HexFormat.fromHexDigitsToLong(text, DIGITS, 2 * DIGITS));
    }

    /** Returns the key of a stored request, whose id is no longer known. */
    static RequestKey key(String request, String content) {
        return request.isEmpty() ? RequestKey.NONE : new RequestKey("(stored)", of(request), of(content));
    }
}
