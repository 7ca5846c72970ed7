package dev.tengen.cli.gtp;

import dev.tengen.base.SplitMix64;
import java.util.List;

/** Random lines, valid and invalid: mostly moves on small boards, where illegal moves are frequent. */
final class RandomLines {
    private static final List<String> RULES = List.of(
            "tromp-taylor",
            "chinese",
            "aga",
            "New Zealand",
            "japanese",
            "stone-scoring",
            "koSITUATIONALscoreAREAtaxNONEsui0",
            "{\"ko\":\"SIMPLE\", \"scoring\":\"AREA\", \"suicide\":true}",
            "blog",
            "{\"ko\":3}",
            "");
    private static final List<String> COLORS = List.of("b", "w", "B", "W", "black", "White");
    private static final List<String> GARBAGE = List.of(
            "play",
            "play b",
            "play x A1",
            "play b I1",
            "play b Z30",
            "play b A1 A1",
            "komi",
            "komi 7.25",
            "komi x",
            "komi -2000",
            "komi 1e1",
            "undo 1 2",
            "boardsize",
            "boardsize x",
            "boardsize 26",
            "boardsize 0 5",
            "frob",
            "boardsize 3 26",
            "rectangular_boardsize 3",
            "is_legal b",
            "all_legal",
            "list_stones e",
            "fixed_handicap",
            "fixed_handicap 1",
            "fixed_handicap x",
            "set_free_handicap A1",
            "set_free_handicap A1 A1",
            "set_free_handicap A1 pass",
            "set_free_handicap A1 Z25",
            "known_command",
            "time_left b x 1",
            "7",
            "gogui-play_sequence b",
            "gogui-play_sequence b A1 w A1",
            "PLAY b A1",
            "\u0001\u0002",
            "# a remark",
            "   ");

    private final SplitMix64 random;
    private int width = 3;
    private int height = 3;
    private int lastColor;
    private boolean isBoardNew;

    RandomLines(long seed) {
        random = new SplitMix64(seed);
    }

    String next() {
        String line = command();
        return switch (random.nextInt(12)) {
            case 0 -> random.nextInt(1000) + " " + line;
            case 1 -> " \t" + line.replace(" ", "\t ") + " # why not\r";
            default -> line;
        };
    }

    private String command() {
        if (isBoardNew && random.nextInt(2) == 0) {
            isBoardNew = false;
            return handicap();
        }
        isBoardNew = false;
        int kind = random.nextInt(100);
        if (kind < 52) {
            return "play " + move();
        } else if (kind < 62) {
            return "is_legal " + move();
        } else if (kind < 69) {
            return "undo";
        } else if (kind < 77) {
            return GARBAGE.get(random.nextInt(GARBAGE.size()));
        } else if (kind < 88) {
            return question();
        }
        return change();
    }

    private String question() {
        return switch (random.nextInt(8)) {
            case 0 -> "all_legal " + color();
            case 1 -> "list_stones " + color();
            case 2 -> "move_history";
            case 3 ->
                "known_command "
                        + List.of("play", "gogui-play_sequence", "frob").get(random.nextInt(3));
            case 4 -> "get_komi";
            case 5 -> "final_status_list dead";
            default -> "final_score";
        };
    }

    private String change() {
        return switch (random.nextInt(12)) {
            case 0 -> boardsize();
            case 1 -> {
                isBoardNew = true;
                yield "clear_board";
            }
            case 2, 3 -> "komi " + (random.nextInt(60) - 30) / 2.0;
            case 4, 5 -> handicap();
            case 6, 7 -> "kata-set-rules " + RULES.get(random.nextInt(RULES.size()));
            case 8 -> "time_left b 10 0";
            default -> "gogui-play_sequence " + move() + " " + move();
        };
    }

    private String handicap() {
        return random.nextInt(2) == 0
                ? "fixed_handicap " + random.nextInt(6)
                : "set_free_handicap " + vertex() + " " + vertex();
    }

    private String boardsize() {
        int size = random.nextInt(6);
        width = size == 0 ? 7 : 1 + random.nextInt(4);
        height = size == 0 ? 7 : 1 + random.nextInt(4);
        isBoardNew = true;
        return (size == 1 ? "rectangular_boardsize " : "boardsize ") + width + " " + height;
    }

    private String move() {
        return color() + " " + (random.nextInt(12) == 0 ? "Pass" : vertex());
    }

    /** Returns a color, usually not that of the previous call. */
    private String color() {
        lastColor = random.nextInt(6) == 0 ? lastColor : 1 - lastColor;
        return COLORS.get(2 * random.nextInt(3) + lastColor);
    }

    private String vertex() {
        return "ABCDEFGHJ".charAt(random.nextInt(width)) + "" + (1 + random.nextInt(height));
    }
}
