package dev.tengen.sgf;

import java.io.ByteArrayOutputStream;

/** The charsets of East Asia. Their decoders are those of the WHATWG Encoding Standard. */
final class MultiByteCharsets {
    private static final char HOLE = '\ufffd';
    private static final int HALF_WIDTH_KATAKANA = 0xff61;

    private MultiByteCharsets() {}

    /** Returns GB18030, which contains GB 2312 and GBK. */
    static WebCharset gb18030() {
        return Gb18030.INSTANCE;
    }

    /** Returns Big5 with the extensions of ETEN and Hong Kong. */
    static WebCharset big5() {
        return Big5.INSTANCE;
    }

    /** Returns Windows-31J, which is what the label Shift_JIS means. */
    static WebCharset shiftJis() {
        return ShiftJis.INSTANCE;
    }

    static WebCharset eucJp() {
        return EucJp.INSTANCE;
    }

    static WebCharset iso2022Jp() {
        return Iso2022Jp.INSTANCE;
    }

    /** Returns Windows-949, which is what the label EUC-KR means. */
    static WebCharset eucKr() {
        return EucKr.INSTANCE;
    }

    /** Returns the step of a character of two bytes; a malformed one leaves a trail byte of ASCII in the input. */
    private static int pair(int[] table, int pointer, int trail) {
        boolean isKnown = pointer >= 0 && pointer < table.length && table[pointer] != HOLE;
        if (isKnown) {
            return WebCharset.step(table[pointer], 2);
        }
        return trail < 0x80 ? -1 : -2;
    }

    /** Returns the byte at {@code index}, or -1 at the end. */
    private static int at(byte[] bytes, int index, int end) {
        return index < end ? bytes[index] & 0xff : -1;
    }

    private static final class Gb18030 extends WebCharset {
        static final Gb18030 INSTANCE = new Gb18030();

        private static final int TRAIL_COUNT = 190;
        private static final int PLANE_1_POINTER = 189_000;
        private static final int BMP_POINTER_COUNT = 39_420;

        /** Characters that got two bytes after the first edition. They keep their places among those of four bytes. */
        private static final String MOVED =
                "\u1e3f\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb\ufe10\ufe11\ufe12\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19";

        /** The private characters that had those two bytes in the first edition, in the same order. */
        private static final String MOVED_FROM =
                "\ue7c7\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864\ue78d\ue78f\ue78e\ue790\ue791\ue792\ue793\ue794\ue795\ue796";

        private final int[] pairs = CharsetTable.multiByte("gb18030");
        private final char[] quads = quads(pairs);

        private Gb18030() {
            super("GB18030");
        }

        /** Returns the characters of four bytes in the basic plane: all that have no shorter form, in order. */
        private static char[] quads(int[] pairs) {
            boolean[] isShort = new boolean[Character.MIN_SUPPLEMENTARY_CODE_POINT];
            for (int codePoint : pairs) {
                if (codePoint != HOLE && codePoint < isShort.length) {
                    isShort[codePoint] = true;
                }
            }
            char[] quads = new char[BMP_POINTER_COUNT];
            int count = 0;
            for (int c = 0x80; c < isShort.length && count < quads.length; c++) {
                boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
                boolean isFirstEdition = MOVED_FROM.indexOf(c) < 0 && (!isShort[c] || MOVED.indexOf(c) >= 0);
                if (isFirstEdition && !isSurrogate) {
                    quads[count++] = c == MOVED.charAt(0) ? MOVED_FROM.charAt(0) : (char) c;
                }
            }
            return quads;
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead < 0x80) {
                return step(lead, 1);
            }
            if (lead == 0x80) {
                return step('\u20ac', 1);
            }
            int trail = at(bytes, index + 1, end);
            if (lead == 0xff || trail < 0) {
                return -1;
            }
            if (trail >= '0' && trail <= '9') {
                return quad(bytes, index, end);
            }
            if (trail < 0x40 || trail == 0x7f || trail == 0xff) {
                return -1;
            }
            int offset = trail < 0x7f ? 0x40 : 0x41;
            return pair(pairs, (lead - 0x81) * TRAIL_COUNT + trail - offset, trail);
        }

        private int quad(byte[] bytes, int index, int end) {
            int third = at(bytes, index + 2, end);
            int fourth = at(bytes, index + 3, end);
            if (third < 0x81 || third == 0xff || fourth < '0' || fourth > '9') {
                return -1;
            }
            int pointer = (((bytes[index] & 0xff) - 0x81) * 10 + bytes[index + 1] - '0') * 1260
                    + (third - 0x81) * 10
                    + fourth
                    - '0';
            if (pointer < BMP_POINTER_COUNT) {
                return step(quads[pointer], 4);
            }
            int codePoint = Character.MIN_SUPPLEMENTARY_CODE_POINT + pointer - PLANE_1_POINTER;
            boolean isValid =
                    codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= Character.MAX_CODE_POINT;
            return isValid ? step(codePoint, 4) : -1;
        }
    }

    private static final class Big5 extends WebCharset {
        static final Big5 INSTANCE = new Big5();

        private static final int TRAIL_COUNT = 157;

        private final int[] pairs = CharsetTable.multiByte("big5");

        private Big5() {
            super("Big5");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead < 0x80) {
                return step(lead, 1);
            }
            int trail = at(bytes, index + 1, end);
            if (lead == 0x80 || lead == 0xff || trail < 0) {
                return -1;
            }
            boolean isTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe);
            int offset = trail < 0x7f ? 0x40 : 0x62;
            return pair(pairs, isTrail ? (lead - 0x81) * TRAIL_COUNT + trail - offset : -1, trail);
        }
    }

    private static final class ShiftJis extends WebCharset {
        static final ShiftJis INSTANCE = new ShiftJis();

        private static final int TRAIL_COUNT = 188;

        private final int[] pairs = CharsetTable.multiByte("jis0208");

        private ShiftJis() {
            super("Shift_JIS");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead <= 0x80) {
                return step(lead, 1);
            }
            if (lead >= 0xa1 && lead <= 0xdf) {
                return step(HALF_WIDTH_KATAKANA - 0xa1 + lead, 1);
            }
            int trail = at(bytes, index + 1, end);
            if (lead == 0xa0 || lead > 0xfc || trail < 0) {
                return -1;
            }
            boolean isTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0x80 && trail <= 0xfc);
            int leadOffset = lead < 0xa0 ? 0x81 : 0xc1;
            int offset = trail < 0x7f ? 0x40 : 0x41;
            return pair(pairs, isTrail ? (lead - leadOffset) * TRAIL_COUNT + trail - offset : -1, trail);
        }
    }

    private static final class EucJp extends WebCharset {
        static final EucJp INSTANCE = new EucJp();

        private static final int ROW_LENGTH = 94;

        private final int[] pairs = CharsetTable.multiByte("jis0208");
        private final int[] supplement = CharsetTable.multiByte("jis0212");

        private EucJp() {
            super("EUC-JP");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead < 0x80) {
                return step(lead, 1);
            }
            int trail = at(bytes, index + 1, end);
            if (lead == 0x8e && trail >= 0xa1 && trail <= 0xdf) {
                return step(HALF_WIDTH_KATAKANA - 0xa1 + trail, 2);
            }
            if (lead == 0x8f && trail >= 0xa1 && trail <= 0xfe) {
                int last = at(bytes, index + 2, end);
                int step = last < 0xa1 ? -1 : pair(supplement, pointer(trail, last), last);
                return step < 0 ? -2 : step + 1;
            }
            if (lead < 0xa1 || lead == 0xff || trail < 0) {
                return -1;
            }
            return pair(pairs, trail >= 0xa1 && trail <= 0xfe ? pointer(lead, trail) : -1, trail);
        }

        private static int pointer(int lead, int trail) {
            return (lead - 0xa1) * ROW_LENGTH + trail - 0xa1;
        }
    }

    /** Shifts between ASCII and JIS with escape sequences. */
    private static final class Iso2022Jp extends WebCharset {
        static final Iso2022Jp INSTANCE = new Iso2022Jp();

        private static final int ESCAPE = 0x1b;

        private Iso2022Jp() {
            super("ISO-2022-JP");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            return bytes[index] >= 0 ? step(bytes[index], 1) : -1;
        }

        @Override
        Decoded decode(byte[] bytes, int start) {
            ByteArrayOutputStream euc = new ByteArrayOutputStream(bytes.length - start);
            int mode = 'B';
            for (int index = start; index < bytes.length; index++) {
                int value = bytes[index] & 0xff;
                if (value == ESCAPE && index + 2 < bytes.length) {
                    int next = mode(bytes[index + 1], bytes[index + 2]);
                    if (next != 0) {
                        mode = next;
                        index += 2;
                        continue;
                    }
                }
                boolean isShifted = mode != 'B' && value > ' ' && value < 0x7f;
                if (isShifted && mode == 'I') {
                    euc.write(0x8e);
                }
                euc.write(isShifted ? value | 0x80 : value);
            }
            return EucJp.INSTANCE.decode(euc.toByteArray(), 0);
        }

        /** Returns B for ASCII, I for katakana, $ for JIS X 0208, and 0 if the bytes do not end an escape sequence. */
        private static int mode(int first, int second) {
            if (first == '(' && (second == 'B' || second == 'J')) {
                return 'B';
            }
            if (first == '(' && second == 'I') {
                return 'I';
            }
            return first == '$' && (second == '@' || second == 'B') ? '$' : 0;
        }
    }

    private static final class EucKr extends WebCharset {
        static final EucKr INSTANCE = new EucKr();

        private static final int TRAIL_COUNT = 190;

        private final int[] pairs = CharsetTable.multiByte("euc-kr");

        private EucKr() {
            super("EUC-KR");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead < 0x80) {
                return step(lead, 1);
            }
            int trail = at(bytes, index + 1, end);
            if (lead == 0x80 || lead == 0xff || trail < 0) {
                return -1;
            }
            boolean isTrail = trail >= 0x41 && trail <= 0xfe;
            return pair(pairs, isTrail ? (lead - 0x81) * TRAIL_COUNT + trail - 0x41 : -1, trail);
        }
    }
}
