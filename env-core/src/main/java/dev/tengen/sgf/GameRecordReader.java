package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.sgf.LineRecords.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes records of the nodes of a line: one, or a further one where stones are set up after a move. */
final class GameRecordReader {
    /** Records of one line that are read: each has a board of its own, which is far more than its text. */
    static final int MAX_RECORD_COUNT = 1_000;

    private final List<SgfNode> nodes;
    private final boolean isOneRecord;
    private final SgfWarnings warnings = new SgfWarnings();
    private final PointReader pointReader;
    private final SetupReader setupReader;
    private final Grid grid;
    private final GameInfo info;
    private final SgfPosition handicapPosition;
    private final List<Stretch> stretches = new ArrayList<>();

    /** The moves of the stretch at hand. */
    private final List<RecordedMove> moves = new ArrayList<>();

    private int firstNode;
    private int earlierMoveCount;

    /** The player whom the last PL names that no move has followed, and the node of it. */
    private OptionalInt playerToMove = OptionalInt.empty();

    private int playerNode;

    /** The player whom PL names before the first move of the stretch. */
    private OptionalInt firstPlayer = OptionalInt.empty();

    /** Who moves first in a stretch that says nothing of it and has no move. */
    private int defaultPlayer = Color.BLACK;

    private GameRecordReader(List<SgfNode> nodes, boolean isOneRecord) throws SgfException {
        SgfNode root = nodes.get(0);
        GameInfoReader.requireGo(root);
        grid = GameInfoReader.grid(root);
        GameInfoReader infoReader = new GameInfoReader(warnings);
        nodes.forEach(infoReader::add);
        this.nodes = nodes;
        this.isOneRecord = isOneRecord;
        this.info = infoReader.info();
        this.handicapPosition = infoReader.handicapPosition();
        this.pointReader = new PointReader(grid);
        this.setupReader = new SetupReader(grid, pointReader, warnings);
    }

    /**
     * Returns the record of a line, and what is odd in it.
     *
     * @throws SgfException if a value makes no sense or set-up comes after a move
     */
    static ParsedRecord readRecord(List<SgfNode> nodes) throws SgfException {
        LineRecords reading = new GameRecordReader(nodes, true).reading();
        return new ParsedRecord(reading.stretches().get(0).record(), reading.warnings());
    }

    /**
     * Returns the records of a line.
     *
     * @throws SgfException if a value makes no sense
     */
    static LineRecords read(List<SgfNode> nodes) throws SgfException {
        return new GameRecordReader(nodes, false).reading();
    }

    private LineRecords reading() throws SgfException {
        for (int i = 0; i < nodes.size(); i++) {
            if (i > 0) {
                requireNoSize(nodes.get(i));
            }
            add(nodes.get(i), i);
        }
        addPlayerAtEnd();
        endStretch();
        return new LineRecords(stretches, warnings.toList());
    }

    private static void requireNoSize(SgfNode node) throws SgfException {
        Optional<SgfProperty> size = node.property("SZ");
        if (size.isPresent()) {
            throw new SgfException(size.get().position(), "SZ", "only allowed in the first node of a game");
        }
    }

    /** Reads one node: first what is set up in it, then what is played. */
    private void add(SgfNode node, int index) throws SgfException {
        addStones(node, index);
        int moveCountBefore = moves.size();
        for (SgfProperty property : node.properties()) {
            if (property.identifier().equals("B")) {
                addMove(Color.BLACK, property);
            } else if (property.identifier().equals("W")) {
                addMove(Color.WHITE, property);
            }
        }
        warnOfMixture(node, moves.size() - moveCountBefore);
        addPlayer(node, index, moveCountBefore);
    }

    private void addStones(SgfNode node, int index) throws SgfException {
        Optional<SgfProperty> stones = SetupReader.stones(node);
        if (stones.isPresent()) {
            if (!moves.isEmpty()) {
                requireRoom(stones.get());
                beginStretch(index);
            }
            setupReader.apply(node);
        }
    }

    /** Throws where {@code stones}, which come after a move, cannot begin another record. */
    private void requireRoom(SgfProperty stones) throws SgfException {
        if (isOneRecord) {
            throw new SgfException(
                    stones.position(),
                    stones.identifier(),
                    "set-up stones after move " + moves.size() + " are not supported in one record");
        }
        if (stretches.size() == MAX_RECORD_COUNT - 1) {
            throw new SgfException(
                    stones.position(),
                    stones.identifier(),
                    "more than " + MAX_RECORD_COUNT + " records in one line, which is the limit");
        }
    }

    private void warnOfMixture(SgfNode node, int moveCount) {
        Optional<SgfProperty> stones = SetupReader.stones(node);
        if (moveCount > 0 && stones.isPresent()) {
            warnings.add(
                    stones.get().position(),
                    stones.get().identifier(),
                    "set up beside a move; read as set up before it");
        }
        if (moveCount > 1) {
            warnings.add(
                    node.property("W").orElseThrow().position(), "W", "a node has a move of each color; both are read");
        }
    }

    /**
     * Reads PL. Beside a move, where FF[4] forbids it, some writers mean the mover and others the player after: there it
     * counts only if it names who made the first move.
     */
    private void addPlayer(SgfNode node, int index, int moveCountBefore) throws SgfException {
        OptionalInt player = SetupReader.player(node);
        if (player.isEmpty()) {
            return;
        }
        if (moves.size() == moveCountBefore) {
            playerToMove = player;
            playerNode = index;
        }
        boolean namesFirstMover = moveCountBefore == 0
                && (moves.isEmpty() || player.getAsInt() == moves.get(0).color());
        if (namesFirstMover) {
            firstPlayer = player;
        }
    }

    private void addMove(int color, SgfProperty property) throws SgfException {
        int move = pointReader.move(property, earlierMoveCount + moves.size() + 1);
        moves.add(new RecordedMove(color, move));
        playerToMove = OptionalInt.empty();
    }

    /**
     * A PL among the moves says nothing that their colors do not say. After the last one it may, and there is no place
     * for it in a record.
     */
    private void addPlayerAtEnd() throws SgfException {
        boolean isAgain = !moves.isEmpty() && playerToMove.isPresent() && playerToMove.getAsInt() == lastColor();
        if (!isAgain) {
            return;
        }
        if (isOneRecord) {
            throw new SgfException(
                    nodes.get(playerNode).property("PL").orElseThrow().position(),
                    "PL",
                    Color.name(lastColor()) + " to move again after move " + moves.size()
                            + " is not supported in one record");
        }
        beginStretch(playerNode);
    }

    private int lastColor() {
        return moves.get(moves.size() - 1).color();
    }

    private void beginStretch(int index) throws SgfException {
        endStretch();
        defaultPlayer = Color.opponent(lastColor());
        setupReader.play(moves);
        earlierMoveCount += moves.size();
        moves.clear();
        firstNode = index;
        firstPlayer = playerToMove;
    }

    private void endStretch() throws SgfException {
        requireHandicapStones();
        GameRecord record = new GameRecord(setupReader.setup(firstPlayer()), moves, info);
        stretches.add(new Stretch(firstNode, earlierMoveCount, record));
    }

    /** Stones that HA merely implies are refused, for nobody can know where they stood. */
    private void requireHandicapStones() throws SgfException {
        int handicap = info.handicap();
        if (!stretches.isEmpty() || handicap < GameInfo.LEAST_HANDICAP) {
            return;
        }
        int stoneCount = setupReader.blackStoneCount();
        int pointCount = grid.pointCount();
        if (handicap > pointCount) {
            throw new SgfException(
                    handicapPosition, "HA", handicap + " handicap stones do not fit on " + pointCount + " points");
        }
        if (stoneCount == 0 && !HandicapStones.arePlayed(moves, grid.pass())) {
            throw new SgfException(
                    handicapPosition, "HA", handicap + " handicap stones are expected, but AB sets up none");
        }
        if (stoneCount != 0 && stoneCount != handicap) {
            warnings.add(
                    handicapPosition,
                    "HA",
                    handicap + " handicap stones, but " + stoneCount + " black ones are set up");
        }
    }

    private int firstPlayer() {
        if (firstPlayer.isPresent()) {
            return firstPlayer.getAsInt();
        }
        boolean isHandicapGame = info.handicap() >= GameInfo.LEAST_HANDICAP && setupReader.blackStoneCount() > 0;
        if (stretches.isEmpty() && isHandicapGame) {
            return Color.WHITE;
        }
        return moves.isEmpty() ? defaultPlayer : moves.get(0).color();
    }
}
