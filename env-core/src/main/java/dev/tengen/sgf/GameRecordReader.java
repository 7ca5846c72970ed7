package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes a {@link GameRecord} of the main line of a game tree. */
final class GameRecordReader {
    private static final int LEAST_HANDICAP = 2;

    private final PointReader pointReader;
    private final SetupReader setupReader;
    private final GameInfoReader infoReader = new GameInfoReader();
    private final List<RecordedMove> moves = new ArrayList<>();

    /** The player whom the last PL names that no move has followed. */
    private OptionalInt playerToMove = OptionalInt.empty();

    /** The player whom PL names before the first move. */
    private OptionalInt firstPlayer = OptionalInt.empty();

    private SgfPosition playerPosition = SgfPosition.START;

    private GameRecordReader(Grid grid) {
        this.pointReader = new PointReader(grid);
        this.setupReader = new SetupReader(grid, pointReader);
    }

    /**
     * Returns the record of the main line from {@code root} on.
     *
     * @throws SgfException if a value makes no sense or set-up comes after a move
     */
    static GameRecord read(SgfNode root) throws SgfException {
        GameInfoReader.requireGo(root);
        GameRecordReader reader = new GameRecordReader(GameInfoReader.grid(root));
        reader.add(root);
        for (Optional<SgfNode> next = root.next();
                next.isPresent();
                next = next.get().next()) {
            requireNoSize(next.get());
            reader.add(next.get());
        }
        return reader.record();
    }

    private static void requireNoSize(SgfNode node) throws SgfException {
        Optional<SgfProperty> size = node.property("SZ");
        if (size.isPresent()) {
            throw new SgfException(size.get().position(), "SZ is only allowed in the first node of a game");
        }
    }

    /** Reads one node: first what is set up in it, then what is played. */
    private void add(SgfNode node) throws SgfException {
        int earlierMoveCount = moves.size();
        infoReader.add(node);
        addStones(node);
        for (SgfProperty property : node.properties()) {
            if (property.identifier().equals("B")) {
                addMove(Color.BLACK, property);
            } else if (property.identifier().equals("W")) {
                addMove(Color.WHITE, property);
            }
        }
        addPlayer(node, earlierMoveCount);
    }

    private void addStones(SgfNode node) throws SgfException {
        Optional<SgfProperty> stones = SetupReader.stones(node);
        if (stones.isPresent()) {
            if (!moves.isEmpty()) {
                throw new SgfException(
                        stones.get().position(), "set-up stones after move " + moves.size() + " are not supported");
            }
            setupReader.apply(node);
        }
    }

    /**
     * Reads PL. Beside a move, where FF[4] forbids it, some writers mean the mover and others the player after: there it
     * counts only if it names who made the first move.
     */
    private void addPlayer(SgfNode node, int earlierMoveCount) throws SgfException {
        OptionalInt player = SetupReader.player(node);
        if (player.isEmpty()) {
            return;
        }
        if (moves.size() == earlierMoveCount) {
            playerToMove = player;
            playerPosition = node.property("PL").orElseThrow().position();
        }
        boolean namesFirstMover = earlierMoveCount == 0
                && (moves.isEmpty() || player.getAsInt() == moves.get(0).color());
        if (namesFirstMover) {
            firstPlayer = player;
        }
    }

    private void addMove(int color, SgfProperty property) throws SgfException {
        String subject = "move " + (moves.size() + 1);
        moves.add(new RecordedMove(color, pointReader.move(property.onlyValue(), subject)));
        playerToMove = OptionalInt.empty();
    }

    private GameRecord record() throws SgfException {
        requireAlternationAtEnd();
        int handicap = infoReader.handicap();
        requireHandicapStones(handicap);
        return new GameRecord(
                setupReader.setup(firstPlayer.orElse(defaultFirstPlayer(handicap))),
                handicap,
                infoReader.komi(),
                moves,
                infoReader.text("RE"),
                infoReader.text("RU"),
                infoReader.text("PB"),
                infoReader.text("PW"));
    }

    /**
     * A PL among the moves says nothing that their colors do not say. After the last one it may, and there is no place
     * for it in a record.
     */
    private void requireAlternationAtEnd() throws SgfException {
        if (!moves.isEmpty() && playerToMove.isPresent() && playerToMove.getAsInt() == lastColor()) {
            throw new SgfException(
                    playerPosition,
                    "PL: " + Color.name(lastColor()) + " to move again after move " + moves.size()
                            + " is not supported");
        }
    }

    private int lastColor() {
        return moves.get(moves.size() - 1).color();
    }

    /** Stones that HA merely implies are refused, for nobody can know where they stood. */
    private void requireHandicapStones(int handicap) throws SgfException {
        boolean isPlayedAsMoves = moves.size() >= LEAST_HANDICAP
                && moves.get(0).color() == Color.BLACK
                && moves.get(1).color() == Color.BLACK;
        if (handicap >= LEAST_HANDICAP && !setupReader.hasBlackStones() && !isPlayedAsMoves) {
            throw new SgfException(
                    infoReader.position("HA"), "HA: " + handicap + " handicap stones, but AB sets up none");
        }
    }

    private int defaultFirstPlayer(int handicap) {
        if (handicap >= LEAST_HANDICAP && setupReader.hasBlackStones()) {
            return Color.WHITE;
        }
        return moves.isEmpty() ? Color.BLACK : moves.get(0).color();
    }
}
