package dev.tengen.cli.cgt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.GameKind;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.cgt.Relation;
import dev.tengen.cgt.Side;
import dev.tengen.cgt.Thermograph;
import dev.tengen.cgt.ThermographWall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the command reports about a game, and the object that {@code --json} prints. Numbers and games are texts in the
 * usual notation; a component that was not asked for is null.
 *
 * @param expression the text of the game, in one line
 * @param change COOL, HEAT or FREEZE; all that follows describes the changed game
 * @param degrees by how much it was cooled or heated
 * @param value the game in its shortest notation
 * @param canonicalForm its canonical options in braces
 * @param kind its kind
 * @param outcome who wins
 * @param leftStop the number at which alternating play ends if Left moves first
 * @param rightStop the same if Right moves first
 * @param mean the average value of many copies
 * @param temperature what a move gains over its tax; −1/d for a number with denominator d
 * @param floor the greatest integer that is less than or equal to the game
 * @param ceiling the least integer that is greater than or equal to the game
 * @param birthday the length of the longest sequence of moves, by any player in any order
 * @param comparison how the game compares with another
 * @param thermograph the walls of the thermograph
 * @param incentives the canonical moves and what they gain
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GameReport(
        String expression,
        @Nullable String change,
        @Nullable String degrees,
        String value,
        String canonicalForm,
        GameKind kind,
        Outcome outcome,
        String leftStop,
        String rightStop,
        String mean,
        String temperature,
        long floor,
        long ceiling,
        long birthday,
        @Nullable Comparison comparison,
        @Nullable Walls thermograph,
        @Nullable Incentives incentives) {

    /** Who wins a game if both players play as well as possible. */
    enum Outcome {
        /** Left. */
        LEFT,
        /** Right. */
        RIGHT,
        /** The player who moves first. */
        FIRST_PLAYER,
        /** The player who does not move first. */
        SECOND_PLAYER;

        private static Outcome of(Relation relationToZero) {
            return switch (relationToZero) {
                case GREATER -> LEFT;
                case LESS -> RIGHT;
                case CONFUSED -> FIRST_PLAYER;
                case EQUAL -> SECOND_PLAYER;
            };
        }
    }

    /**
     * How the game compares with another.
     *
     * @param game the other game
     * @param relation the relation of the game to the other one
     */
    record Comparison(String game, Relation relation) {}

    /**
     * The walls of a thermograph. Each ends in the mast: the last piece has no end.
     *
     * @param leftWall the left wall, by rising temperature
     * @param rightWall the right wall
     */
    record Walls(List<Piece> leftWall, List<Piece> rightWall) {
        private static Walls of(Thermograph thermograph) {
            return new Walls(Piece.all(thermograph.left()), Piece.all(thermograph.right()));
        }
    }

    /**
     * A linear piece of a wall.
     *
     * @param temperature the temperature at which it starts
     * @param value the value there
     * @param slope the change of the value per degree: −1, 0 or 1
     */
    record Piece(String temperature, String value, int slope) {
        private static List<Piece> all(ThermographWall wall) {
            return wall.pieces().stream()
                    .map(piece ->
                            new Piece(piece.from().toString(), piece.value().toString(), piece.slope()))
                    .toList();
        }

        @Override
        public String toString() {
            return "(" + temperature + ", " + value + ")";
        }
    }

    /**
     * The canonical moves of both players.
     *
     * @param left the moves of Left
     * @param right the moves of Right
     */
    record Incentives(List<Move> left, List<Move> right) {
        private static Incentives of(GameUniverse universe, CanonicalGame game) {
            return new Incentives(Move.all(universe, game, Side.LEFT), Move.all(universe, game, Side.RIGHT));
        }
    }

    /**
     * A move.
     *
     * @param to the game after the move
     * @param incentive what the move gains for its player
     */
    record Move(String to, String incentive) {
        private static List<Move> all(GameUniverse universe, CanonicalGame game, Side side) {
            List<CanonicalGame> options = universe.options(game, side);
            List<CanonicalGame> incentives = universe.incentives(game, side);
            return IntStream.range(0, options.size())
                    .mapToObj(index ->
                            new Move(universe.print(options.get(index)), universe.print(incentives.get(index))))
                    .toList();
        }
    }

    /** What to report beyond the basics. */
    record Request(GameChange change, @Nullable CanonicalGame other, boolean hasWalls, boolean hasIncentives) {}

    /** Returns the report about {@code game}, which is {@code expression} after the requested change. */
    static GameReport of(GameUniverse universe, Expression expression, CanonicalGame game, Request request) {
        Thermograph thermograph = universe.thermograph(game);
        CanonicalGame other = request.other;
        return new GameReport(
                expression.inOneLine(),
                request.change.name().orElse(null),
                request.change.degreesText().orElse(null),
                universe.print(game),
                universe.printForm(game),
                game.kind(),
                Outcome.of(universe.relation(game, universe.zero())),
                game.stop(Side.LEFT).toString(),
                game.stop(Side.RIGHT).toString(),
                thermograph.mean().toString(),
                thermograph.temperature().toString(),
                universe.floor(game),
                universe.ceiling(game),
                game.birthday(),
                other == null ? null : new Comparison(universe.print(other), universe.relation(game, other)),
                request.hasWalls ? Walls.of(thermograph) : null,
                request.hasIncentives ? Incentives.of(universe, game) : null);
    }

    /** Returns the report as lines for a reader. {@code suffix} names the change. */
    List<String> lines(String suffix) {
        List<String> lines = new ArrayList<>();
        lines.add(expression + suffix);
        add(lines, "value", value + ", " + name(kind));
        add(lines, "canonical form", canonicalForm);
        add(lines, "outcome", sentence(outcome));
        add(lines, "stops", "Left " + leftStop + ", Right " + rightStop);
        add(lines, "mean", mean);
        add(lines, "temperature", temperature);
        add(lines, "integers", floor + " <= game <= " + ceiling);
        add(lines, "birthday", birthday);
        if (comparison != null) {
            add(lines, "comparison", sentence(comparison.relation) + " " + comparison.game);
        }
        if (thermograph != null) {
            add(lines, "left wall", joined(thermograph.leftWall));
            add(lines, "right wall", joined(thermograph.rightWall));
        }
        if (incentives != null) {
            incentives.left.forEach(move -> add(lines, "Left's move", move.to + " gains " + move.incentive));
            incentives.right.forEach(move -> add(lines, "Right's move", move.to + " gains " + move.incentive));
        }
        return lines;
    }

    private static void add(List<String> lines, String name, Object value) {
        lines.add(String.format("  %-15s %s", name + ":", value));
    }

    private static String joined(List<Piece> pieces) {
        return String.join(" ", pieces.stream().map(Piece::toString).toList());
    }

    private static String name(GameKind kind) {
        return switch (kind) {
            case NUMBER -> "a number";
            case NIMBER -> "a nimber";
            case UP_STAR -> "ups and a nimber";
            case TINY -> "tiny";
            case MINY -> "miny";
            case INFINITESIMAL -> "an infinitesimal";
            case TEPID -> "a number plus an infinitesimal";
            case SWITCH -> "a switch";
            case HOT -> "hot";
        };
    }

    private static String sentence(Outcome outcome) {
        return switch (outcome) {
            case LEFT -> "Left wins, no matter who moves first";
            case RIGHT -> "Right wins, no matter who moves first";
            case FIRST_PLAYER -> "the player who moves first wins";
            case SECOND_PLAYER -> "the player who moves first loses";
        };
    }

    private static String sentence(Relation relation) {
        return switch (relation) {
            case LESS -> "less than";
            case EQUAL -> "equal to";
            case GREATER -> "greater than";
            case CONFUSED -> "confused with";
        };
    }
}
