package dev.tengen.sgf;

import dev.tengen.game.Rules;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a record says about a game: komi, handicap, and texts such as the names of the players. Immutable.
 *
 * <p>Texts are as recorded, on one line and without surrounding white space; a blank one is none.
 *
 * @param komi points given to White (KM), a multiple of 0.5 within [-1000, 1000]; empty where not recorded
 * @param handicap the count of handicap stones (HA), 0 where the record names none
 * @param texts the texts
 */
public record GameInfo(OptionalDouble komi, int handicap, Map<GameText, String> texts) {
    /** What a record says that says nothing. */
    public static final GameInfo NONE = new GameInfo(OptionalDouble.empty(), 0, Map.of());

    /** The handicap from which on there are handicap stones: with less Black just moves first. */
    static final int LEAST_HANDICAP = 2;

    /**
     * Makes a game's information.
     *
     * @throws IllegalArgumentException if the handicap is negative, or komi is not one
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

    /** Returns this with another komi. */
    public GameInfo withKomi(double newKomi) {
        return new GameInfo(OptionalDouble.of(newKomi), handicap, texts);
    }

    /** Returns this with another count of handicap stones. */
    public GameInfo withHandicap(int newHandicap) {
        return new GameInfo(komi, newHandicap, texts);
    }

    /** Returns this with another text of one kind; a blank one takes the text away. */
    public GameInfo with(GameText kind, String text) {
        Map<GameText, String> newTexts = new EnumMap<>(GameText.class);
        newTexts.putAll(texts);
        newTexts.put(kind, text);
        return new GameInfo(komi, handicap, newTexts);
    }

    /** Returns this with another text of one kind, or as it is where there is none. */
    GameInfo with(GameText kind, Optional<String> text) {
        return text.map(present -> with(kind, present)).orElse(this);
    }
}
