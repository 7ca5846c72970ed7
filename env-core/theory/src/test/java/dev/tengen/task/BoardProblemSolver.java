package dev.tengen.task;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Finds and solves all problems of {@link BoardProblems}. */
final class BoardProblemSolver {
    private static final String SYMBOLS = ".XO";

    private final Grid grid;
    private final Solver solver;
    private final List<BoardProblem> problems = new ArrayList<>();

    private BoardProblemSolver(int size) {
        grid = Grid.square(size);
        solver = new Solver(grid);
    }

    /** Returns all problems on squares of {@code sizes}, the easiest first. */
    static List<BoardProblem> solve(List<Integer> sizes) {
        List<BoardProblem> all = new ArrayList<>();
        for (int size : sizes) {
            BoardProblemSolver board = new BoardProblemSolver(size);
            board.addAll();
            all.addAll(board.problems);
        }
        all.sort(Comparator.comparing(BoardProblem::chance).reversed().thenComparing(BoardProblem::line));
        return all;
    }

    /** Adds the problems of all colorings, each in a form that the hash of its key draws. */
    private void addAll() {
        Set<String> colorings = new HashSet<>();
        Set<String> states = new HashSet<>();
        for (int code = 0; code < Math.pow(SYMBOLS.length(), grid.pointCount()); code++) {
            String cells = cells(code);
            List<String> forms = forms(cells);
            String key = forms.get(0);
            if (isLegal(cells) && colorings.add(key)) {
                for (int color : List.of(Color.BLACK, Color.WHITE)) {
                    String state = forms(blackToMove(key, color), false).first();
                    if (states.add(state)) {
                        SplitMix64 random = new SplitMix64(TaskSplit.hash(state + grid));
                        addProblem(key, state, random);
                    }
                }
            }
        }
    }

    private String cells(int code) {
        StringBuilder cells = new StringBuilder();
        for (int rest = code; cells.length() < grid.pointCount(); rest /= SYMBOLS.length()) {
            cells.append(SYMBOLS.charAt(rest % SYMBOLS.length()));
        }
        return cells.toString();
    }

    private boolean isLegal(String cells) {
        try {
            return Setup.ofRows(rows(cells), Color.BLACK).grid() == grid;
        } catch (InvalidValueException e) {
            return false;
        }
    }

    private List<String> rows(String cells) {
        int width = grid.width();
        return IntStream.range(0, grid.height())
                .mapToObj(row -> cells.substring(row * width, (row + 1) * width))
                .toList();
    }

    /** Returns what symmetries and an exchange of colors turn {@code cells} into, in the order of texts. */
    private List<String> forms(String cells) {
        Set<String> all = forms(cells, false);
        all.addAll(forms(cells, true));
        return List.copyOf(all);
    }

    private TreeSet<String> forms(String cells, boolean isExchanged) {
        TreeSet<String> all = new TreeSet<>();
        for (Symmetry symmetry : Symmetry.of(grid)) {
            all.add(form(isExchanged ? exchanged(cells) : cells, symmetry));
        }
        return all;
    }

    private String form(String cells, Symmetry symmetry) {
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        StringBuilder text = new StringBuilder();
        for (int point = 0; point < cells.length(); point++) {
            text.append(cells.charAt(map.original(point)));
        }
        return text.toString();
    }

    private static String exchanged(String cells) {
        return cells.replace('X', 'x').replace('O', 'X').replace('x', 'O');
    }

    private static String blackToMove(String cells, int color) {
        return color == Color.BLACK ? cells : exchanged(cells);
    }

    /** Adds the problem of {@code state}, with Black to move, unless no move loses points. */
    private void addProblem(String key, String state, SplitMix64 random) {
        Symmetry symmetry =
                Symmetry.of(grid).get(random.nextInt(Symmetry.of(grid).size()));
        int color = random.nextInt(2) == 0 ? Color.BLACK : Color.WHITE;
        List<String> rows = rows(form(blackToMove(state, color), symmetry));
        Game game = new Game(Setup.ofRows(rows, color), Rules.TROMP_TAYLOR);
        Solution solution = solver.solve(game, SearchLimits.NONE);
        int margin = solution.margin().orElseThrow();
        int legalCount = (int) IntStream.range(0, grid.moveCount())
                .filter(move -> game.legality(move).isLegal())
                .count();
        if (solution.bestMoves().size() < legalCount) {
            problems.add(new BoardProblem(
                    rows,
                    color,
                    TaskSplit.of(grid + key),
                    color == Color.BLACK ? margin : -margin,
                    solution.bestMoves().size(),
                    legalCount));
        }
    }
}
