package dev.tengen.sgf;

import dev.tengen.game.Rules;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The game information of a record: komi, handicap, and texts such as the names of the players. Immutable.
 *
 * <p>Texts are as recorded, on one line and without surrounding white space. A blank text counts as missing.
 *
 * @param komi points given to White (KM), a multiple of 0.5 within [-1000, 1000]; empty where not recorded
 * @param handicap number of handicap stones (HA), 0 where the record has none
 * @param texts the texts
 */
public record GameInfo(OptionalDouble komi, int handicap, Map<GameText, String> texts) {
    /** The information of a record without any. */
    public static final GameInfo NONE = new GameInfo(OptionalDouble.empty(), 0, Map.of());

    /** The smallest handicap that has handicap stones. With less, Black just moves first. */
    static final int LEAST_HANDICAP = 2;

    /**
     * Creates the information of a game.
     *
     * @throws IllegalArgumentException if the handicap is negative or the komi is out of range
     */
    public GameInfo {
        if (handicap < 0) {
            throw new IllegalArgumentException("handicap " + handicap + " is negative");
        }
        if (komi.isPresent() && !Rules.isKomi(komi.getAsDouble())) {
            throw new IllegalArgumentException(
                    "komi " + komi.getAsDouble() + " is not a multiple of 0.5 within [-1000, 1000]");
        }
        Map<GameText, String> lines = new EnumMap<>(GameText.class);
        texts.forEach((kind, text) -> {
            String line = SgfValue.of(text).simpleText().strip();
            if (!line.isEmpty()) {
                lines.put(kind, line);
            }
        });
        texts = Collections.unmodifiableMap(lines);
    }

    /** Returns the text of one kind. */
    public Optional<String> text(GameText kind) {
        return Optional.ofNullable(texts.get(kind));
    }

    /** Returns a copy with another komi. */
    public GameInfo withKomi(double newKomi) {
        return new GameInfo(OptionalDouble.of(newKomi), handicap, texts);
    }

    /** Returns a copy with another number of handicap stones. */
    public GameInfo withHandicap(int newHandicap) {
        return new GameInfo(komi, newHandicap, texts);
    }

    /** Returns a copy with another text of one kind. A blank text removes it. */
    public GameInfo with(GameText kind, String text) {
        Map<GameText, String> newTexts = new EnumMap<>(GameText.class);
        newTexts.putAll(texts);
        newTexts.put(kind, text);
        return new GameInfo(komi, handicap, newTexts);
    }

    /** Returns a copy with another text of one kind, or this if {@code text} is empty. */
    public GameInfo with(GameText kind, Optional<String> text) {
        return text.map(present -> with(kind, present)).orElse(this);
    }
}
