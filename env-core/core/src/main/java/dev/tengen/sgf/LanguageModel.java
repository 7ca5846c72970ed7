package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How likely a character outside ASCII is in a text in some languages. The lists of frequent characters are a resource.
 */
abstract class LanguageModel {
    private static final Map<String, List<Set<Integer>>> FREQUENT = frequent();

    private static Map<String, List<Set<Integer>>> frequent() {
        Map<String, List<Set<Integer>>> lists = new HashMap<>();
        CharsetTable.resource("frequent").lines().forEach(line -> {
            int tab = line.indexOf('\t');
            Set<Integer> characters = new HashSet<>();
            line.substring(tab + 1).codePoints().forEach(characters::add);
            lists.computeIfAbsent(line.substring(0, tab), key -> new ArrayList<>())
                    .add(characters);
        });
        return lists;
    }

    private static List<Set<Integer>> frequentOf(String language) {
        return Objects.requireNonNull(FREQUENT.get(language), language);
    }

    /**
     * Returns the logarithm of the likelihood of a character.
     *
     * @param before the character before it
     * @param lead its first byte
     * @param trail its second byte; 0 if there is none
     */
    abstract double score(int before, int character, int lead, int trail);

    /** Returns a model of a language of ideographs or syllables. */
    static LanguageModel of(String language, ClassReader classes) {
        return new Ideographs(language, classes);
    }

    /** Returns a model of languages of letters. {@code isAlone}: words have only such letters and none of ASCII. */
    static LanguageModel alphabet(String languages, boolean isAlone) {
        return new Letters(languages, isAlone);
    }

    /** Returns a model of all languages together. */
    static LanguageModel any() {
        return new Any();
    }

    /** Reads the class of a character from its two bytes. */
    interface ClassReader {
        CharacterClass read(int lead, int trail);
    }

    private static boolean isLetter(int character) {
        return character < 0x80 && Character.isLetter(character);
    }

    private static final class Ideographs extends LanguageModel {
        private static final double AFTER_SAME = Math.log(0.7);
        private static final double AFTER_LETTER = Math.log(0.01);
        private static final double AFTER_OTHER = Math.log(0.05);
        private static final double FIRST = 0.45;
        private static final double SECOND = 0.3;

        private final Set<Integer> first;
        private final Set<Integer> second;
        private final ClassReader classes;

        Ideographs(String language, ClassReader classes) {
            first = frequentOf(language).get(0);
            second = frequentOf(language).get(1);
            this.classes = classes;
        }

        @Override
        double score(int before, int character, int lead, int trail) {
            double transition = before >= 0x80 ? AFTER_SAME : isLetter(before) ? AFTER_LETTER : AFTER_OTHER;
            double share = (first.contains(character) ? FIRST / first.size() : 0)
                    + (second.contains(character) ? SECOND / second.size() : 0)
                    + switch (classes.read(lead, trail)) {
                        case COMMON -> 0.2 / 3000;
                        case KANA -> 0.01 / 170;
                        case RARE -> 0.02 / 3500;
                        case SYMBOL -> 0.005 / 800;
                        case EXTENSION -> 0.003 / 15_000;
                    };
            return transition + Math.log(share);
        }
    }

    private static final class Letters extends LanguageModel {
        private final Map<Integer, Double> scores = new HashMap<>();
        private final double rest;
        private final boolean isAlone;

        Letters(String languages, boolean isAlone) {
            Set<Integer> frequent = frequentOf(languages).get(0);
            frequent.forEach(letter -> scores.put(letter, Math.log(0.9 / frequent.size())));
            rest = Math.log(0.1 / (128 - frequent.size()));
            this.isAlone = isAlone;
        }

        @Override
        double score(int before, int character, int lead, int trail) {
            double transition;
            if (isAlone) {
                transition = before >= 0x80 ? 0.8 : isLetter(before) ? 0.005 : 0.05;
                boolean isCaseOdd = before >= 0x80 && Character.isLowerCase(before) && Character.isUpperCase(character);
                boolean isStartOdd = before < 0x80 && !Character.isUpperCase(character);
                transition *= isCaseOdd ? 0.01 : isStartOdd ? 0.15 : 1;
            } else {
                transition = before >= 0x80 ? 0.02 : isLetter(before) ? 0.08 : 0.02;
                boolean isCaseOdd = Character.isLowerCase(before) && Character.isUpperCase(character);
                transition *= isCaseOdd ? 0.02 : 1;
            }
            return Math.log(transition) + scores.getOrDefault(character, rest);
        }
    }

    /** The languages together, in a charset that writes all of them. */
    private static final class Any extends LanguageModel {
        private final Set<Integer> ideographs = new HashSet<>();
        private final LanguageModel latin = alphabet("latin", false);
        private final LanguageModel central = alphabet("central", false);
        private final LanguageModel cyrillic = alphabet("cyrillic", true);

        Any() {
            for (String language : List.of("zh-Hans", "zh-Hant", "ja", "ko")) {
                frequentOf(language).forEach(ideographs::addAll);
            }
        }

        @Override
        double score(int before, int character, int lead, int trail) {
            if (character >= 0x2e80) {
                double transition = before >= 0x80 ? 0.7 : isLetter(before) ? 0.01 : 0.05;
                boolean isScript = Character.isLetter(character);
                double share = ideographs.contains(character) ? 0.6 / ideographs.size() : 0;
                return Math.log(transition * (share + (isScript ? 0.2 / 30_000 : 0.005 / 1000)));
            }
            double alphabet = Math.max(
                    latin.score(before, character, lead, trail),
                    Math.max(
                            central.score(before, character, lead, trail),
                            cyrillic.score(before, character, lead, trail)));
            return alphabet + Math.log(0.3);
        }
    }
}
