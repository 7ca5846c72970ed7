package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.sgf.LineRecords.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the nodes of a line into records. A new record starts wherever stones are set up after a move. */
final class GameRecordReader {
    /** Maximum number of records in one line. Each has its own board, which needs far more memory than its text. */
    static final int MAX_RECORD_COUNT = 1_000;

    private final List<SgfNode> nodes;
    private final boolean isOneRecord;
    private final SgfWarning.Collector warnings;
    private final PointReader pointReader;
    private final SetupReader setupReader;
    private final Grid grid;
    private GameInfo info;
    private final SgfPosition handicapPosition;
    private final List<Segment> segments = new ArrayList<>();

    /** The moves of the current segment. */
    private final List<RecordedMove> moves = new ArrayList<>();

    private int firstNode;
    private int earlierMoveCount;

    /** The player in the last PL after the last move, and the index of its node. */
    private OptionalInt playerToMove = OptionalInt.empty();

    private int playerNode;

    /** The player in the last PL before the first move of the segment. */
    private OptionalInt firstPlayer = OptionalInt.empty();

    /** The player to move in a segment with neither PL nor a move. */
    private int defaultPlayer = Color.BLACK;

    private GameRecordReader(List<SgfNode> nodes, boolean isOneRecord, SgfMode mode) throws SgfException {
        SgfNode root = nodes.get(0);
        warnings = new SgfWarning.Collector(mode);
        GameInfoReader infoReader = new GameInfoReader(warnings);
        infoReader.requireGo(root);
        grid = infoReader.grid(root);
        nodes.forEach(infoReader::add);
        this.nodes = nodes;
        this.isOneRecord = isOneRecord;
        this.info = infoReader.info(grid);
        this.handicapPosition = infoReader.handicapPosition();
        this.pointReader = new PointReader(grid, warnings);
        this.setupReader = new SetupReader(grid, pointReader, warnings);
    }

    /**
     * Returns the record of a line with its warnings.
     *
     * @throws SgfException if a value is invalid or stones are set up after a move
     */
    static ParsedRecord readRecord(List<SgfNode> nodes, SgfMode mode) throws SgfException {
        LineRecords records = new GameRecordReader(nodes, true, mode).records();
        return new ParsedRecord(records.segments().get(0).record(), records.warnings());
    }

    /**
     * Returns the records of a line.
     *
     * @throws SgfException if a value is invalid
     */
    static LineRecords read(List<SgfNode> nodes, SgfMode mode) throws SgfException {
        return new GameRecordReader(nodes, false, mode).records();
    }

    private LineRecords records() throws SgfException {
        for (int i = 0; i < nodes.size(); i++) {
            CancellationPoint.check(i);
            if (i > 0) {
                requireNoSize(nodes.get(i));
            }
            add(nodes.get(i), i);
        }
        addPlayerAtEnd();
        endSegment();
        return new LineRecords(segments, warnings.toList());
    }

    private static void requireNoSize(SgfNode node) throws SgfException {
        Optional<SgfProperty> size = node.property("SZ");
        if (size.isPresent()) {
            throw new SgfException(size.get().position(), "SZ", "only allowed in the first node of a game");
        }
    }

    /** Reads one node: first its set-up, then its moves. */
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
                startSegment(index);
            }
            setupReader.apply(node);
        }
    }

    /** Throws {@link SgfException} if {@code stones}, which follow a move, cannot start another record. */
    private void requireRoom(SgfProperty stones) throws SgfException {
        if (isOneRecord) {
            throw new SgfException(
                    stones.position(),
                    stones.identifier(),
                    "set-up stones after move " + moves.size() + " are not supported in one record");
        }
        if (segments.size() == MAX_RECORD_COUNT - 1) {
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
                    "set-up in the same node as a move; read as set-up before the move");
        }
        if (moveCount > 1) {
            warnings.add(
                    node.property("W").orElseThrow().position(), "W", "a node has a move of each color; both are read");
        }
    }

    /**
     * Reads PL. In a node with a move, where FF[4] forbids it, some programs mean the mover and others the next player.
     * There it counts only if it names the player of the first move.
     */
    private void addPlayer(SgfNode node, int index, int moveCountBefore) throws SgfException {
        OptionalInt player = setupReader.player(node);
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
     * Reads a PL after the last move. Between moves, PL adds nothing to their colors. After the last move it may, but a
     * record cannot hold it.
     */
    private void addPlayerAtEnd() throws SgfException {
        boolean isRepeatedTurn = !moves.isEmpty() && playerToMove.isPresent() && playerToMove.getAsInt() == lastColor();
        if (!isRepeatedTurn) {
            return;
        }
        if (isOneRecord) {
            throw new SgfException(
                    nodes.get(playerNode).property("PL").orElseThrow().position(),
                    "PL",
                    Color.name(lastColor()) + " to move again after move " + moves.size()
                            + " is not supported in one record");
        }
        startSegment(playerNode);
    }

    private int lastColor() {
        return moves.get(moves.size() - 1).color();
    }

    private void startSegment(int index) throws SgfException {
        endSegment();
        defaultPlayer = Color.opponent(lastColor());
        setupReader.play(moves);
        earlierMoveCount += moves.size();
        moves.clear();
        firstNode = index;
        firstPlayer = playerToMove;
    }

    private void endSegment() throws SgfException {
        requireHandicapStones();
        GameRecord record = new GameRecord(setupReader.setup(firstPlayer()), moves, info);
        segments.add(new Segment(firstNode, earlierMoveCount, record));
    }

    /** Ignores HA if it names stones that are not recorded: nothing says where they stood. */
    private void requireHandicapStones() throws SgfException {
        int handicap = info.handicap();
        if (!segments.isEmpty() || handicap < GameInfo.LEAST_HANDICAP) {
            return;
        }
        int stoneCount = setupReader.blackStoneCount();
        if (stoneCount == 0 && !GameRecord.areHandicapStonesPlayed(moves, grid.pass())) {
            String problem = handicap + " handicap stones are expected, but AB sets up none";
            warnings.repaired(handicapPosition, "HA", problem, "read as 0");
            info = info.withHandicap(0);
        }
        if (stoneCount != 0 && stoneCount != handicap) {
            warnings.add(
                    handicapPosition,
                    "HA",
                    handicap + " handicap stones, but " + stoneCount + " black stones are set up");
        }
    }

    private int firstPlayer() {
        if (firstPlayer.isPresent()) {
            return firstPlayer.getAsInt();
        }
        boolean isHandicapGame = info.handicap() >= GameInfo.LEAST_HANDICAP && setupReader.blackStoneCount() > 0;
        if (segments.isEmpty() && isHandicapGame) {
            return Color.WHITE;
        }
        return moves.isEmpty() ? defaultPlayer : moves.get(0).color();
    }
}
