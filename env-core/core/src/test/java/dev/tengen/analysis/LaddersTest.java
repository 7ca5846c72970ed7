package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.reference.ReferenceLadder;
import dev.tengen.testing.Diagrams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ladders of the positions in {@code ladders/positions.txt}, each with its answer: by the fast reader, and by brute
 * force.
 */
class LaddersTest {
    private static final String LADDER = """
            X X . . . . .
            X O . . . . .
            X . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """;

    static Stream<Position> positions() throws IOException {
        try (InputStream input = LaddersTest.class.getResourceAsStream("/ladders/positions.txt")) {
            String text = new String(Objects.requireNonNull(input).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("\n\n")).map(Position::parse);
        }
    }

    @Test
    void positions_all_areSoMany() throws IOException {
        assertThat(positions()).hasSize(40);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("positions")
    void read_drawnPosition_isTheAnswer(Position position) {
        Ladders ladders = new Ladders(position.grid());

        ladders.read(position.board(), position.koPoint());

        assertThat(names(ladders.captured())).as("captured").isEqualTo(position.capturedStones());
        assertThat(names(ladders.firstMoves(Color.WHITE))).as("Black plays").isEqualTo(position.blackMoves);
        assertThat(names(ladders.firstMoves(Color.BLACK))).as("White plays").isEqualTo(position.whiteMoves);
        assertThat(ladders.limitCount()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("positions")
    void reference_drawnPosition_findsTheSameAnswer(Position position) {
        ReferenceLadder reference = new ReferenceLadder(position.grid());
        Set<String> captured = new TreeSet<>();
        Set<String> blackMoves = new TreeSet<>();
        Set<String> whiteMoves = new TreeSet<>();
        String coloring = position.coloring();
        for (int stone = 0; stone < coloring.length(); stone++) {
            int libertyCount = reference.liberties(coloring, stone).size();
            if (coloring.charAt(stone) == '.' || libertyCount > 2) {
                continue;
            }
            Set<Integer> moves =
                    libertyCount == 1 ? Set.of() : reference.firstMoves(coloring, position.koPoint(), stone);
            Set<String> movesOfColor = coloring.charAt(stone) == 'X' ? whiteMoves : blackMoves;
            moves.forEach(move -> movesOfColor.add(position.grid().name(move)));
            if (libertyCount == 1 ? reference.isCaptured(coloring, stone) : !moves.isEmpty()) {
                captured.add(position.grid().name(stone));
            }
        }

        assertThat(captured).as("captured").isEqualTo(position.capturedStones());
        assertThat(blackMoves).as("Black plays").isEqualTo(position.blackMoves);
        assertThat(whiteMoves).as("White plays").isEqualTo(position.whiteMoves);
    }

    @Test
    void read_positionAfterAnother_forgetsTheOther() {
        Board board = Diagrams.board(LADDER);
        Ladders ladders = new Ladders(board.grid());
        ladders.read(board, Ladders.NO_KO);

        ladders.read(new PointSet(board.grid()), new PointSet(board.grid()), Ladders.NO_KO);

        assertThat(ladders.captured().isEmpty()).isTrue();
        assertThat(ladders.firstMoves(Color.WHITE).isEmpty()).isTrue();
    }

    @Test
    void read_board_leavesItAsItWas() {
        Board board = Diagrams.board(LADDER);

        new Ladders(board.grid()).read(board, Ladders.NO_KO);

        assertThat(Diagrams.draw(board)).isEqualTo(LADDER);
        board.checkConsistency();
    }

    @Test
    void read_searchOfAsManyPlaysAsTheLimit_isGivenUpAsAnEscape() {
        Board board = Diagrams.board(LADDER);
        Ladders ladders = new Ladders(board.grid(), 10);

        ladders.read(board, Ladders.NO_KO);

        assertThat(ladders.captured().isEmpty()).isTrue();
        assertThat(ladders.firstMoves(Color.WHITE).isEmpty()).isTrue();
        assertThat(ladders.limitCount()).isEqualTo(1);
    }

    @Test
    void read_positionMadeToBeHard_reachesTheLimit() {
        Board board = Diagrams.board("""
                . O . . . O O . X
                . . X O X . X . O
                . . . . X O . . X
                . . . . O . X . .
                . . . X . . X O X
                O . . X O O . O .
                O X . . O X X . O
                X . O . . . O . O
                X O X . O . . . O
                """);
        Ladders ladders = new Ladders(board.grid());

        ladders.read(board, Ladders.NO_KO);

        assertThat(ladders.limitCount()).isEqualTo(1);
    }

    @Test
    void read_afterAReadingThatWasGivenUp_isRight() {
        Board board = Diagrams.board(LADDER);
        Ladders ladders = new Ladders(board.grid(), 10);
        ladders.read(board, Ladders.NO_KO);

        ladders.read(Diagrams.board("""
                        X O . . . . .
                        X X X X X . .
                        . . . . . . .
                        . . . . . . .
                        . . . . . . .
                        . . . . . . .
                        . . . . . . .
                        """), Ladders.NO_KO);

        assertThat(names(ladders.captured())).containsExactly("B7");
        assertThat(ladders.limitCount()).isZero();
    }

    @Test
    void firstMoves_colorEmpty_throws() {
        Ladders ladders = new Ladders(Grid.square(3));

        assertThatThrownBy(() -> ladders.firstMoves(Color.EMPTY))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("color");
    }

    private static Set<String> names(PointSet points) {
        Set<String> names = new TreeSet<>();
        points.forEach(point -> names.add(points.grid().name(point)));
        return names;
    }

    /**
     * A drawn position with its answer.
     *
     * @param title a description
     * @param captured a stone of each captured chain
     * @param blackMoves the moves with which Black starts a ladder
     * @param whiteMoves the moves with which White starts a ladder
     * @param ko the point that a ko forbids, or "-"
     * @param drawing the stones
     */
    private record Position(
            String title,
            Set<String> captured,
            Set<String> blackMoves,
            Set<String> whiteMoves,
            String ko,
            String drawing) {
        static Position parse(String text) {
            List<String> lines = text.strip().lines().toList();
            return new Position(
                    lines.get(0),
                    after("captured ", lines.get(1)),
                    after("Black plays ", lines.get(2)),
                    after("White plays ", lines.get(3)),
                    String.join("", after("ko ", lines.get(4))),
                    String.join("\n", lines.subList(5, lines.size())));
        }

        private static Set<String> after(String label, String line) {
            assertThat(line).startsWith(label);
            String names = line.substring(label.length());
            return names.equals("-") ? Set.of() : new TreeSet<>(List.of(names.split(" ")));
        }

        Board board() {
            return Diagrams.board(drawing);
        }

        Grid grid() {
            return board().grid();
        }

        String coloring() {
            return drawing.replaceAll("\\s", "");
        }

        int koPoint() {
            return ko.isEmpty() ? Ladders.NO_KO : grid().point(ko);
        }

        /** Returns all stones of the captured chains. */
        Set<String> capturedStones() {
            ReferenceLadder reference = new ReferenceLadder(grid());
            return captured.stream()
                    .flatMap(name -> reference.chain(coloring(), grid().point(name)).stream())
                    .map(grid()::name)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public String toString() {
            return title;
        }
    }
}
