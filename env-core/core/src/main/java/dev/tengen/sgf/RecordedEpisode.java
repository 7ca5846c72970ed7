package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The parts of an episode that SGF has no properties for. A record keeps them in the private property TENGEN.
 *
 * <p>The property is one text of entries {@code name=value}, separated by spaces, in any order. An entry that is not
 * understood is ignored with a warning:
 *
 * <pre>{@code
 * TENGEN[max_moves=243 dead=57:aabb dead=58:aabb end=RESIGNATION@60]
 * }</pre>
 *
 * <p>The moves of a record with this property are all moves of its game: none is missing, and none comes after its end.
 *
 * @param maxMoves the move limit, from 1 to 1,000,000, or -1 for none; empty if not recorded
 * @param handicap the number of handicap stones, at least 2, if HA cannot hold it
 * @param ruleValues the values of the rules, by the names of the contract, if RU cannot hold them; in order
 * @param proposals the dead stones that a pass proposes, by the number of the move, from 1; must not be changed
 * @param end the end of the episode, if it follows from neither the moves nor the move limit
 * @param warning names the first entry that is not understood and counts the others; empty if there is none
 */
public record RecordedEpisode(
        OptionalInt maxMoves,
        OptionalInt handicap,
        Map<String, String> ruleValues,
        Map<Integer, PointSet> proposals,
        Optional<End> end,
        Optional<String> warning) {
    /** The episode of a record without the property. */
    public static final RecordedEpisode NONE = new RecordedEpisode(
            OptionalInt.empty(), OptionalInt.empty(), Map.of(), Map.of(), Optional.empty(), Optional.empty());

    /** The value of {@code maxMoves} for no limit. */
    private static final int UNLIMITED = -1;

    private static final int GREATEST_MAX_MOVES = 1_000_000;

    /** Sets a value of the rules. */
    @FunctionalInterface
    private interface RuleSetter {
        void set(Rules.Builder rules, String value);
    }

    /** How each value of the rules is set, by its name. */
    private static final Map<String, RuleSetter> RULE_SETTERS = Map.of(
            "ko", (rules, value) -> rules.ko(Ko.valueOf(value)),
            "suicide", (rules, value) -> rules.suicide(Suicide.valueOf(value)),
            "scoring", (rules, value) -> rules.scoring(Scoring.valueOf(value)),
            "tax", (rules, value) -> rules.tax(Tax.valueOf(value)),
            "passes_to_end", (rules, value) -> rules.passesToEnd(Integer.parseInt(value)),
            "handicap_bonus", (rules, value) -> rules.handicapBonus(HandicapBonus.valueOf(value)),
            "dead_stones", (rules, value) -> rules.deadStones(DeadStones.valueOf(value)),
            "repetition_end", (rules, value) -> rules.repetitionEnd(RepetitionEnd.valueOf(value)),
            "friendly_pass_ok", (rules, value) -> rules.friendlyPassOk(flag(value)));

    /** Keeps unmodifiable views of the maps. */
    public RecordedEpisode {
        ruleValues = Collections.unmodifiableMap(ruleValues);
        proposals = Collections.unmodifiableMap(proposals);
    }

    /**
     * The end of an episode.
     *
     * @param reason the name of the reason, such as {@code RESIGNATION}
     * @param moveNumber number of moves that the episode had
     * @param winner the winner, if the reason does not imply it; otherwise {@link Color#EMPTY}
     */
    public record End(String reason, int moveNumber, int winner) {}

    /** Returns the episode of {@code record}, {@link #NONE} if the record does not have the property. */
    public static RecordedEpisode of(GameRecord record) {
        return record.info()
                .text(GameText.EPISODE)
                .map(text -> new Reader(record.grid()).read(text))
                .orElse(NONE);
    }

    /** Returns what the record of {@code game} needs besides the properties of SGF. */
    static RecordedEpisode of(Game game, boolean isHandicapRecorded) {
        Rules rules = game.rules();
        boolean isNamed = RulesText.parse(RulesText.name(rules), rules.komi())
                .filter(rules::equals)
                .isPresent();
        Map<Integer, PointSet> proposals = new TreeMap<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            PointSet dead = game.proposedDead(number);
            if (!dead.isEmpty()) {
                proposals.put(number, dead.copy());
            }
        }
        int handicap = game.setup().handicap();
        return new RecordedEpisode(
                OptionalInt.empty(),
                handicap == 0 || isHandicapRecorded ? OptionalInt.empty() : OptionalInt.of(handicap),
                isNamed ? Map.of() : values(rules),
                proposals,
                Optional.empty(),
                Optional.empty());
    }

    private static Map<String, String> values(Rules rules) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("ko", rules.ko().name());
        values.put("suicide", rules.suicide().name());
        values.put("scoring", rules.scoring().name());
        values.put("tax", rules.tax().name());
        values.put("passes_to_end", "" + rules.passesToEnd());
        values.put("handicap_bonus", rules.handicapBonus().name());
        values.put("dead_stones", rules.deadStones().name());
        values.put("repetition_end", rules.repetitionEnd().name());
        values.put("friendly_pass_ok", "" + rules.friendlyPassOk());
        return values;
    }

    private static boolean flag(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("\"" + value + "\" is neither true nor false");
        }
        return value.equals("true");
    }

    /** Returns a copy with a move limit. */
    public RecordedEpisode withMaxMoves(int newMaxMoves) {
        return new RecordedEpisode(OptionalInt.of(newMaxMoves), handicap, ruleValues, proposals, end, warning);
    }

    /** Returns a copy with an end. */
    public RecordedEpisode withEnd(End newEnd) {
        return new RecordedEpisode(maxMoves, handicap, ruleValues, proposals, Optional.of(newEnd), warning);
    }

    /**
     * Returns {@code rules} with the recorded values.
     *
     * @throws IllegalArgumentException if the values do not fit each other
     */
    Rules rules(Rules rules) {
        Rules.Builder exact = rules.toBuilder();
        ruleValues.forEach((name, value) ->
                Objects.requireNonNull(RULE_SETTERS.get(name), name).set(exact, value));
        return exact.build();
    }

    /** Returns the text of the property, blank if there is nothing to record. {@code grid} is that of the record. */
    String text(Grid grid) {
        List<String> entries = new ArrayList<>();
        maxMoves.ifPresent(count -> entries.add("max_moves=" + count));
        handicap.ifPresent(count -> entries.add("handicap=" + count));
        ruleValues.forEach((name, value) -> entries.add(name + "=" + value));
        proposals.forEach((number, dead) -> {
            StringBuilder points = new StringBuilder();
            dead.forEach(
                    point -> points.append((char) ('a' + grid.column(point))).append((char) ('a' + grid.row(point))));
            entries.add("dead=" + number + ":" + points);
        });
        end.ifPresent(ending -> {
            entries.add("end=" + ending.reason() + "@" + ending.moveNumber());
            if (Color.isPlayer(ending.winner())) {
                entries.add("winner=" + (ending.winner() == Color.BLACK ? "B" : "W"));
            }
        });
        return String.join(" ", entries);
    }

    /** Returns {@code record} with this episode in its property. */
    public GameRecord in(GameRecord record) {
        return record.with(GameText.EPISODE, Optional.of(text(record.grid())));
    }

    /** Reads the text of the property. */
    private static final class Reader {
        private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
        private static final Pattern END = Pattern.compile("[A-Z_]{1,40}@[0-9]{1,9}");

        private final Grid grid;
        private OptionalInt maxMoves = OptionalInt.empty();
        private OptionalInt handicap = OptionalInt.empty();
        private final Map<String, String> ruleValues = new LinkedHashMap<>();
        private final Map<Integer, PointSet> proposals = new TreeMap<>();
        private Optional<End> end = Optional.empty();
        private int winner = Color.EMPTY;
        private String firstBad = "";
        private int badCount;

        Reader(Grid grid) {
            this.grid = grid;
        }

        RecordedEpisode read(String text) {
            for (String entry : text.strip().split("\\s+", -1)) {
                int equals = entry.indexOf('=');
                if (equals < 0 || !isRead(entry.substring(0, equals), entry.substring(equals + 1))) {
                    firstBad = badCount++ == 0 ? entry : firstBad;
                }
            }
            UnaryOperator<End> withWinner = known -> new End(known.reason(), known.moveNumber(), winner);
            return new RecordedEpisode(maxMoves, handicap, ruleValues, proposals, end.map(withWinner), warning());
        }

        private Optional<String> warning() {
            if (badCount == 0) {
                return Optional.empty();
            }
            String others = badCount == 1 ? "" : "; the same for " + (badCount - 1) + " other entries";
            return Optional.of(
                    "TENGEN: " + SgfException.quote(firstBad) + " is not understood and is ignored" + others);
        }

        /** Keeps an entry. Returns whether it is understood. */
        private boolean isRead(String name, String value) {
            switch (name) {
                case "max_moves" -> {
                    OptionalInt given = number(value, UNLIMITED, GREATEST_MAX_MOVES);
                    boolean isLimit = given.isPresent() && given.getAsInt() != 0 && maxMoves.isEmpty();
                    maxMoves = isLimit ? given : maxMoves;
                    return isLimit;
                }
                case "handicap" -> {
                    OptionalInt given = number(value, GameInfo.LEAST_HANDICAP, grid.pointCount());
                    boolean isCount = given.isPresent() && handicap.isEmpty();
                    handicap = isCount ? given : handicap;
                    return isCount;
                }
                case "dead" -> {
                    return isProposal(value);
                }
                case "end" -> {
                    return isEnd(value);
                }
                case "winner" -> {
                    boolean isColor = value.equals("B") || value.equals("W");
                    boolean isFirst = winner == Color.EMPTY;
                    if (isColor && isFirst) {
                        winner = value.equals("B") ? Color.BLACK : Color.WHITE;
                    }
                    return isColor && isFirst;
                }
                default -> {
                    return isRule(name, value);
                }
            }
        }

        private static OptionalInt number(String text, int min, int max) {
            if (!NUMBER.matcher(text).matches()) {
                return OptionalInt.empty();
            }
            int number = Integer.parseInt(text);
            return number < min || number > max ? OptionalInt.empty() : OptionalInt.of(number);
        }

        private boolean isProposal(String value) {
            int colon = value.indexOf(':');
            OptionalInt number =
                    colon < 0 ? OptionalInt.empty() : number(value.substring(0, colon), 1, Integer.MAX_VALUE);
            if (number.isEmpty() || proposals.containsKey(number.getAsInt())) {
                return false;
            }
            Optional<PointSet> points = points(value.substring(colon + 1));
            points.ifPresent(dead -> proposals.put(number.getAsInt(), dead));
            return points.isPresent();
        }

        /**
         * Returns the points with the letters {@code text}; empty if a point is missing, repeated or not on the grid.
         */
        private Optional<PointSet> points(String text) {
            PointSet points = new PointSet(grid);
            for (int i = 0; i + 1 < text.length(); i += 2) {
                int column = text.charAt(i) - 'a';
                int row = text.charAt(i + 1) - 'a';
                boolean isPoint = column >= 0 && column < grid.width() && row >= 0 && row < grid.height();
                if (!isPoint || points.contains(grid.point(row, column))) {
                    return Optional.empty();
                }
                points.add(grid.point(row, column));
            }
            return text.isEmpty() || text.length() % 2 != 0 ? Optional.empty() : Optional.of(points);
        }

        private boolean isEnd(String value) {
            if (!END.matcher(value).matches() || end.isPresent()) {
                return false;
            }
            int at = value.indexOf('@');
            end = Optional.of(new End(value.substring(0, at), Integer.parseInt(value.substring(at + 1)), Color.EMPTY));
            return true;
        }

        private boolean isRule(String name, String value) {
            RuleSetter setter = RULE_SETTERS.get(name);
            if (setter == null || ruleValues.containsKey(name)) {
                return false;
            }
            try {
                Rules.Builder rules = Rules.TROMP_TAYLOR.withKo(Ko.NONE).toBuilder();
                setter.set(rules, value);
                rules.build();
            } catch (IllegalArgumentException e) {
                return false;
            }
            ruleValues.put(name, value);
            return true;
        }
    }
}
