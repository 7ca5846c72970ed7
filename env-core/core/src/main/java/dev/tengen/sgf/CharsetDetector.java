package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the most likely charset of bytes that do not name it.
 *
 * <p>Game records have little text besides ASCII, often only two names of two characters. So the detector asks how
 * likely the bytes are as names and words in each charset, and which charset makes the record the most regular.
 */
final class CharsetDetector {
    /*
     * Each charset comes with a model of its languages. The logarithm of the likelihood of the bytes is the sum over
     * their characters. A model says how likely a character outside ASCII is after the class of the one before, and
     * then which one it is: one from the lists of frequent characters, one from the common block of its charset, or
     * another one. All models give ASCII the same price, so a charset that takes a bracket for half of a character has
     * to explain that character.
     *
     * Charsets whose likelihood is close to the best one are compared by the number of oddities that the record has in
     * them.
     */

    /** The length of the part that is examined, from shortly before the first byte outside ASCII on. */
    private static final int SAMPLE_BYTES = 1 << 17;

    private static final int CONTEXT_BYTES = 256;

    /** The logarithm of the likelihood of one byte of ASCII. */
    private static final double ASCII = -4;

    private static final double MALFORMED = -20;

    /** The difference of logarithms up to which the structure of the text may decide. */
    private static final double CLOSE = 30;

    private static final double PER_ODDITY = -4;
    private static final int MAX_ODDITY_COUNT = 3;
    private static final double UNREADABLE = -25;

    private CharsetDetector() {}

    /** A charset with the languages that are written in it, and the logarithm of how frequent it is. */
    private record Candidate(String name, LanguageModel model, double prior) {}

    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("UTF-8", LanguageModel.any(), 0),
            new Candidate("GB18030", LanguageModel.of("zh-Hans", CharacterClass::ofGb), -1),
            new Candidate("Shift_JIS", LanguageModel.of("ja", CharacterClass::ofShiftJis), -1.5),
            new Candidate("EUC-KR", LanguageModel.of("ko", CharacterClass::ofKorean), -1.5),
            new Candidate("Big5", LanguageModel.of("zh-Hant", CharacterClass::ofBig5), -1.5),
            new Candidate("EUC-JP", LanguageModel.of("ja", CharacterClass::ofEucJp), -3),
            new Candidate("windows-1252", LanguageModel.alphabet("latin", false), -1),
            new Candidate("windows-1250", LanguageModel.alphabet("central", false), -3),
            new Candidate("windows-1251", LanguageModel.alphabet("cyrillic", true), -2),
            new Candidate("KOI8-R", LanguageModel.alphabet("cyrillic", true), -4));

    private record Scored(WebCharset charset, double score) {}

    /** Returns the most likely charset of {@code bytes}, which have a byte outside ASCII. */
    static WebCharset detect(byte[] bytes) {
        int first = 0;
        while (first < bytes.length && bytes[first] >= 0) {
            first++;
        }
        int start = Math.max(0, first - CONTEXT_BYTES);
        int end = (int) Math.min(bytes.length, (long) start + SAMPLE_BYTES);
        List<Scored> all = new ArrayList<>();
        for (Candidate candidate : CANDIDATES) {
            WebCharset charset = WebCharset.named(candidate.name);
            all.add(new Scored(charset, candidate.prior + score(bytes, start, end, charset, candidate.model)));
        }
        double best = all.stream().mapToDouble(Scored::score).max().orElseThrow();
        List<Scored> close =
                all.stream().filter(scored -> scored.score >= best - CLOSE).toList();
        if (close.size() == 1) {
            return close.get(0).charset;
        }
        return close.stream()
                .map(scored -> new Scored(scored.charset, scored.score + structure(bytes, end, scored.charset)))
                .max(Comparator.comparingDouble(Scored::score))
                .orElseThrow()
                .charset;
    }

    private static double score(byte[] bytes, int start, int end, WebCharset charset, LanguageModel model) {
        double score = 0;
        int before = ' ';
        for (int index = start; index < end; ) {
            if (bytes[index] >= 0) {
                before = bytes[index++];
                score += ASCII;
                continue;
            }
            int step = charset.step(bytes, index, end);
            int length = WebCharset.length(step);
            if (step < 0) {
                score += index + 4 >= end && end < bytes.length ? 0 : MALFORMED;
                before = ' ';
            } else {
                int codePoint = WebCharset.codePoint(step);
                score += model.score(before, codePoint, bytes[index] & 0xff, length < 2 ? 0 : bytes[index + 1] & 0xff);
                before = codePoint;
            }
            index += length;
        }
        return score;
    }

    /** Returns how much the structure of the text speaks against a charset. */
    private static double structure(byte[] bytes, int end, WebCharset charset) {
        byte[] sample = end == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, end);
        SgfWarning.Collector warnings = new SgfWarning.Collector();
        try {
            Optional<SgfGame> game = new SgfParser(charset.decode(sample, 0).text(), warnings).nextGame();
            return game.isEmpty() ? UNREADABLE : PER_ODDITY * Math.min(MAX_ODDITY_COUNT, warnings.count());
        } catch (SgfException e) {
            return UNREADABLE;
        }
    }
}
