package dev.tengen.testing;

import dev.tengen.board.Color;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The cases of {@code rules/rulings.txt}: what each ko rule says of a move. */
public final class Rulings {
    private Rulings() {}

    /**
     * A move under one ko rule.
     *
     * @param drawing the starting position
     * @param firstPlayer who moves first there
     * @param rules the rules, under which three passes end the game
     * @param before the moves before, with spaces between them
     * @param move the move in question
     * @param ruling the ruling as in the file
     */
    public record Ruling(String drawing, int firstPlayer, Rules rules, String before, String move, String ruling) {
        /** Returns whether the rules allow the moves before. */
        public boolean isReached() {
            return !ruling.equals("-");
        }

        /** Returns what the rules say of the move. */
        public Legality legality() {
            return switch (ruling) {
                case "." -> Legality.LEGAL;
                case "s" -> Legality.SUICIDE;
                default -> Legality.REPETITION;
            };
        }

        /** Returns the number of the move whose position is repeated. */
        public int repeatedMoveNumber() {
            return Integer.parseInt(ruling);
        }

        @Override
        public String toString() {
            return rules.ko() + ", suicide " + rules.suicide() + ": " + before + ", then " + move + " on "
                    + drawing.strip().replace("\n", " / ");
        }
    }

    /** Returns all cases that the moves before lead to. */
    public static Stream<Ruling> reached() {
        return all().filter(Ruling::isReached);
    }

    /** Returns all cases where a move before is forbidden. */
    public static Stream<Ruling> unreached() {
        return all().filter(ruling -> !ruling.isReached());
    }

    private static Stream<Ruling> all() {
        List<Ruling> all = new ArrayList<>();
        for (String position : text().split("\n\n")) {
            StringBuilder drawing = new StringBuilder();
            int firstPlayer = Color.BLACK;
            for (String line : position.lines().toList()) {
                if (line.contains("|")) {
                    addCases(drawing.toString(), firstPlayer, line.split("\\|"), all);
                } else if (line.equals("White")) {
                    firstPlayer = Color.WHITE;
                } else if (!line.startsWith("#")) {
                    drawing.append(line).append('\n');
                }
            }
        }
        return all.stream();
    }

    private static void addCases(String drawing, int firstPlayer, String[] columns, List<Ruling> all) {
        String[] rulings = columns[3].strip().split(" ");
        for (Ko ko : Ko.values()) {
            Rules rules = new Rules(ko, Suicide.valueOf(columns[0].strip()), 3, 0);
            all.add(new Ruling(
                    drawing, firstPlayer, rules, columns[1].strip(), columns[2].strip(), rulings[ko.ordinal()]));
        }
    }

    private static String text() {
        try (InputStream input = Objects.requireNonNull(Rulings.class.getResourceAsStream("/rules/rulings.txt"))) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
