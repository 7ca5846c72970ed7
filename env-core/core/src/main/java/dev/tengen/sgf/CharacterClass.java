package dev.tengen.sgf;

/** How common a character of several bytes is, by its place in the charset. Standards put common characters first. */
enum CharacterClass {
    /** A common ideograph or syllable. */
    COMMON,
    /** A letter of a syllabary. */
    KANA,
    /** A rare ideograph or syllable. */
    RARE,
    /** A punctuation mark, a letter of another script or a symbol. */
    SYMBOL,
    /** A character that the charset got later. */
    EXTENSION;

    static CharacterClass ofGb(int lead, int trail) {
        if (trail < 0xa1) {
            return EXTENSION;
        }
        return ofRow(lead - 0xa0, 16, 55, 87);
    }

    static CharacterClass ofKorean(int lead, int trail) {
        return trail < 0xa1 ? EXTENSION : ofRow(lead - 0xa0, 16, 40, 93);
    }

    static CharacterClass ofEucJp(int lead, int trail) {
        return lead < 0xa1 ? EXTENSION : ofRow(lead - 0xa0, 16, 47, 84);
    }

    static CharacterClass ofShiftJis(int lead, int trail) {
        if (trail == 0) {
            return EXTENSION; // Katakana of half width. In a wrong charset, many bytes look so.
        }
        int row = (lead < 0xa0 ? lead - 0x81 : lead - 0xc1) * 2 + (trail < 0x9f ? 1 : 2);
        return ofRow(row, 16, 47, 84);
    }

    static CharacterClass ofBig5(int lead, int trail) {
        if (lead <= 0xa3) {
            return lead < 0xa1 ? EXTENSION : SYMBOL;
        }
        if (lead <= 0xc6) {
            return COMMON;
        }
        return lead < 0xc9 ? EXTENSION : lead <= 0xf9 ? RARE : EXTENSION;
    }

    private static CharacterClass ofRow(int row, int first, int lastCommon, int lastRare) {
        if (row == 4 || row == 5) {
            return KANA;
        }
        if (row < first) {
            return SYMBOL;
        }
        return row <= lastCommon ? COMMON : row <= lastRare ? RARE : EXTENSION;
    }
}
