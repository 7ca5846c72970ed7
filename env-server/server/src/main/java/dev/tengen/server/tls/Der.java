package dev.tengen.server.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/** Encodes values by the Distinguished Encoding Rules of ASN.1, as far as a certificate needs them. */
final class Der {
    static final int SEQUENCE = 0x30;
    static final int OCTET_STRING = 0x04;
    private static final int SHORT_LENGTH = 0x80;
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    /** Returns a value with a tag, whose content is the parts. */
    static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length < SHORT_LENGTH) {
            all.write(length);
        } else {
            byte[] bytes = BigInteger.valueOf(length).toByteArray();
            int start = bytes[0] == 0 ? 1 : 0;
            all.write(SHORT_LENGTH | (bytes.length - start));
            all.write(bytes, start, bytes.length - start);
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    /** Returns a string of bits. The last {@code unused} ones of {@code bytes} do not count. */
    static byte[] bits(int unused, byte... bytes) {
        return value(0x03, new byte[] {(byte) unused}, bytes);
    }

    static byte[] isTrue() {
        return value(0x01, new byte[] {(byte) 0xff});
    }

    /** Returns a time before 2050. */
    static byte[] time(Instant time) {
        return value(0x17, UTC_TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns an object identifier whose encoded content has these hexadecimal digits. */
    static byte[] identifier(String hex) {
        return value(0x06, HexFormat.of().parseHex(hex));
    }
}
