package dev.tengen.cli.gtp;

import dev.tengen.board.Color;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import dev.tengen.reference.ReferenceGame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * A slow model of the engine. It derives each response from the text of the lines and replays all moves on the
 * reference game for every query. It shares no code with the engine except the rules by name.
 */
final class SlowEngine {
    private static final String LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    /** The commands that known_command may query. */
    private static final Set<String> KNOWN = Set.of("play", "gogui-play_sequence", "quit");

    private static final String SYNTAX_ERROR = "? syntax error";

    private final Map<String, Integer> counts = new TreeMap<>();
    private int width;
    private int height;
    private Rules rules;
    private double komi;
    private int handicap;
    private int firstPlayer = Color.BLACK;
    private String drawing = "";
    private List<String[]> moves = new ArrayList<>();

    SlowEngine(int size, Rules rules) {
        width = size;
        height = size;
        this.rules = rules;
        komi = rules.komi();
        clear();
    }

    Map<String, Integer> counts() {
        return counts;
    }

    private String count(String kind, String answer) {
        counts.merge(kind, 1, Integer::sum);
        return answer;
    }

    private void clear() {
        drawing = (".".repeat(width) + "\n").repeat(height);
        moves = new ArrayList<>();
        handicap = 0;
        firstPlayer = Color.BLACK;
    }

    /** Returns the complete response to a line; empty if the line has no command. */
    String answer(String line) {
        String text = line.replaceFirst("#.*", "")
                .replace('\t', ' ')
                .replaceAll("\\p{Cntrl}", "")
                .strip();
        if (text.isEmpty()) {
            return count("no command", "");
        }
        String id = text.matches("[0-9]+( .*)?") ? text.split(" ")[0] : "";
        String[] words = text.substring(id.length()).strip().split(" +");
        String answer = carryOut(words[0], Arrays.copyOfRange(words, 1, words.length));
        String rest = answer.substring(1).stripTrailing();
        return answer.charAt(0) + id + rest + "\n\n";
    }

    private String carryOut(String name, String[] words) {
        return switch (name) {
            case "protocol_version" -> words.length == 0 ? "= 2" : SYNTAX_ERROR;
            case "known_command" -> words.length == 1 ? "= " + KNOWN.contains(words[0]) : SYNTAX_ERROR;
            case "boardsize" -> boardsize(words, 1);
            case "rectangular_boardsize" -> boardsize(words, 2);
            case "clear_board" -> {
                clear();
                yield "=";
            }
            case "komi" -> komi(words);
            case "get_komi" -> "= " + komi;
            case "play" -> play(words);
            case "undo" -> words.length == 0 ? undo() : count("syntax error of undo", SYNTAX_ERROR);
            case "is_legal" -> isLegal(words);
            case "all_legal" -> allLegal(words);
            case "list_stones" -> listStones(words);
            case "move_history" -> history();
            case "final_score" -> score();
            case "final_status_list" -> words.length == 1 && words[0].equals("dead") ? "=" : SYNTAX_ERROR;
            case "fixed_handicap" -> fixedHandicap(words);
            case "set_free_handicap" -> setFreeHandicap(words);
            case "gogui-play_sequence" -> sequence(words);
            case "kata-set-rules" -> setRules(String.join(" ", words));
            case "time_left" -> words.length == 3 && color(words[0]) > 0 && areNumbers(words, 1) ? "=" : SYNTAX_ERROR;
            default -> count("unknown command", "? unknown command");
        };
    }

    private String boardsize(String[] words, int least) {
        if (words.length < least || words.length > 2 || !areNumbers(words, 0)) {
            return count("syntax error of boardsize", SYNTAX_ERROR);
        }
        int newWidth = Integer.parseInt(words[0]);
        int newHeight = Integer.parseInt(words[words.length - 1]);
        if (newWidth < 1 || newWidth > 25 || newHeight < 1 || newHeight > 25) {
            return count("unacceptable size", "? unacceptable size");
        }
        width = newWidth;
        height = newHeight;
        clear();
        return "=";
    }

    private static boolean areNumbers(String[] words, int from) {
        return Arrays.stream(words).skip(from).allMatch(word -> word.matches("[0-9]{1,9}"));
    }

    private String komi(String[] words) {
        if (words.length != 1 || !words[0].matches("[-+]?[0-9]{1,4}([.][05]?)?")) {
            return count("syntax error of komi", SYNTAX_ERROR);
        }
        double points = Double.parseDouble(words[0]);
        if (Math.abs(points) > 1000) {
            return count("komi out of range", SYNTAX_ERROR);
        }
        komi = points + 0.0;
        return "=";
    }

    private static int color(String word) {
        return Arrays.asList("", "b", "w", "", "black", "white").indexOf(word.toLowerCase(Locale.ROOT)) % 3;
    }

    /** Returns the point, counted from the top left, the pass, or -1 if the vertex is invalid. */
    private int vertex(String word) {
        if (word.equalsIgnoreCase("pass")) {
            return width * height;
        }
        if (!word.toUpperCase(Locale.ROOT).matches("[A-HJ-Z][1-9][0-9]?")) {
            return -1;
        }
        int column = LETTERS.indexOf(Character.toUpperCase(word.charAt(0)));
        int row = height - Integer.parseInt(word.substring(1));
        return column < width && row >= 0 ? row * width + column : -1;
    }

    private String name(int move) {
        return move == width * height ? "pass" : LETTERS.charAt(move % width) + "" + (height - move / width);
    }

    /** Replays all moves so far. Then gives the turn to {@code color}, unless it is 0. */
    private ReferenceGame game(int color) {
        ReferenceGame game = new ReferenceGame(rules.withKomi(komi), handicap, drawing, firstPlayer);
        for (String[] move : moves) {
            turnTo(game, color(move[0]));
            game.playUnchecked(vertex(move[1]));
        }
        if (color != 0) {
            turnTo(game, color);
        }
        return game;
    }

    private static void turnTo(ReferenceGame game, int color) {
        if (game.isOver()) {
            game.resume();
        }
        if (game.playerToMove() != color) {
            game.playUnchecked(game.pass());
        }
        if (game.isOver()) {
            game.resume();
        }
    }

    private boolean isMove(String[] words) {
        return words.length == 2 && color(words[0]) > 0 && vertex(words[1]) >= 0;
    }

    private String play(String[] words) {
        if (!isMove(words)) {
            return count("syntax error of play", SYNTAX_ERROR);
        }
        ReferenceGame before = game(0);
        Legality legality = game(color(words[0])).legality(vertex(words[1]));
        if (legality != Legality.LEGAL) {
            return count("illegal " + legality, "? illegal move");
        }
        if (before.isOver()) {
            count("resumed", "");
        } else if (before.playerToMove() != color(words[0])) {
            count("same color twice", "");
        }
        moves.add(words);
        return count(vertex(words[1]) == width * height ? "pass" : "play", "=");
    }

    private String undo() {
        if (moves.isEmpty()) {
            return count("cannot undo", "? cannot undo");
        }
        moves.remove(moves.size() - 1);
        return count("undo", "=");
    }

    private String isLegal(String[] words) {
        if (!isMove(words)) {
            return SYNTAX_ERROR;
        }
        boolean isLegal = game(color(words[0])).legality(vertex(words[1])) == Legality.LEGAL;
        return count("is_legal " + isLegal, isLegal ? "= 1" : "= 0");
    }

    private String allLegal(String[] words) {
        if (words.length != 1 || color(words[0]) <= 0) {
            return SYNTAX_ERROR;
        }
        ReferenceGame game = game(color(words[0]));
        return points(point -> game.legality(point) == Legality.LEGAL);
    }

    private String listStones(String[] words) {
        if (words.length != 1 || color(words[0]) <= 0) {
            return SYNTAX_ERROR;
        }
        ReferenceGame game = game(0);
        return points(point -> game.colorAt(point) == color(words[0]));
    }

    private String points(IntPredicate isListed) {
        StringBuilder text = new StringBuilder("=");
        for (int point = 0; point < width * height; point++) {
            text.append(isListed.test(point) ? " " + name(point) : "");
        }
        return text.toString();
    }

    private String history() {
        StringBuilder text = new StringBuilder();
        for (String[] move : moves) {
            text.insert(0, "\n" + (color(move[0]) == 1 ? "black " : "white ") + name(vertex(move[1])));
        }
        return "= " + text.toString().strip();
    }

    private String score() {
        double margin = game(0).margin();
        if (margin == 0) {
            return count("tie", "= 0");
        }
        String points = (Math.abs(margin) + "").replaceFirst("[.]0$", "");
        return "= " + (margin > 0 ? "B+" : "W+") + points;
    }

    private boolean hasStones() {
        return !game(0).coloring().matches("[.]*");
    }

    private String fixedHandicap(String[] words) {
        if (words.length != 1 || !areNumbers(words, 0)) {
            return SYNTAX_ERROR;
        }
        if (hasStones()) {
            return count("board not empty", "? board not empty");
        }
        // Of the boards of these tests only 7x7 has star points: the corners of the third lines.
        int count = Integer.parseInt(words[0]);
        if (width != 7 || height != 7 || count < FixedHandicap.MIN_COUNT || count > 4) {
            return count("invalid handicap", "? invalid handicap");
        }
        String places = "C3 E5" + (count > 2 ? " C5" : "") + (count > 3 ? " E3" : "");
        putHandicap(places.split(" "));
        return count("fixed handicap", "= " + sorted(places));
    }

    private String sorted(String places) {
        List<Integer> points =
                Arrays.stream(places.split(" ")).map(this::vertex).sorted().toList();
        return String.join(" ", points.stream().map(this::name).toList());
    }

    private String setFreeHandicap(String[] words) {
        if (hasStones()) {
            return count("board not empty", "? board not empty");
        }
        long different = Arrays.stream(words).map(this::vertex).distinct().count();
        boolean arePoints =
                Arrays.stream(words).map(this::vertex).allMatch(point -> point >= 0 && point < width * height);
        if (!arePoints || different != words.length || words.length < 2 || words.length == width * height) {
            return count("bad vertex list", "? bad vertex list");
        }
        putHandicap(words);
        return count("free handicap", "=");
    }

    private void putHandicap(String[] places) {
        clear();
        char[] points = drawing.replace("\n", "").toCharArray();
        for (String place : places) {
            points[vertex(place)] = 'X';
        }
        drawing = new String(points).replaceAll("(.{" + width + "})", "$1\n");
        handicap = places.length;
        firstPlayer = Color.WHITE;
    }

    private String sequence(String[] words) {
        List<String[]> before = new ArrayList<>(moves);
        for (int index = 0; index + 1 < words.length; index += 2) {
            if (!isMove(new String[] {words[index], words[index + 1]})) {
                return SYNTAX_ERROR;
            }
        }
        if (words.length % 2 != 0) {
            return SYNTAX_ERROR;
        }
        for (int index = 0; index < words.length; index += 2) {
            if (!play(new String[] {words[index], words[index + 1]}).equals("=")) {
                moves = before;
                return count("sequence rejected", "? illegal move");
            }
        }
        return count("sequence", "=");
    }

    private String setRules(String text) {
        if (text.isEmpty()) {
            return SYNTAX_ERROR;
        }
        if (RulesText.parse(text).isEmpty()) {
            return count("unknown rules", "? Unknown rules '" + text + "'");
        }
        rules = RulesText.parse(text).orElseThrow();
        return count("rules", "=");
    }
}
