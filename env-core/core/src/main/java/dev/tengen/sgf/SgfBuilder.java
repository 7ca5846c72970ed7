package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Builds the tree of a game in the order in which it is written: properties are added to the newest node, and a new
 * node follows it.
 *
 * <pre>{@code
 * SgfGame game = SgfGame.builder(Grid.square(9))
 *         .property("PB", "Ada")
 *         .node().move(Color.BLACK, 40).comment("The center.")
 *         .startVariation().node().move(Color.WHITE, 20).endVariation()
 *         .startVariation().node().move(Color.WHITE, 60).endVariation()
 *         .build();
 * }</pre>
 *
 * <p>Methods throw {@link IllegalStateException} where the grammar does not allow the call. Not thread-safe.
 */
public final class SgfBuilder {
    private static final Set<String> MOVE_IDENTIFIERS = Set.of("B", "W");
    private static final Set<String> ROOT_IDENTIFIERS = Set.of("AP", "FF", "GM", "ST", "SZ");
    private static final Set<String> SETUP_IDENTIFIERS = Set.of("AB", "AW", "AE", "PL");

    private final Grid grid;
    private final SgfNode beforeRoot = new SgfNode(List.of());
    private final Deque<SgfNode> branchings = new ArrayDeque<>();

    /** The parent of the node that is being built. */
    private SgfNode parent = beforeRoot;

    /** The properties of the node that is being built. */
    private final List<SgfProperty> properties = new ArrayList<>();

    /** Whether a node must come next, because a variation has just started or ended. */
    private boolean isBetweenNodes;

    /** Starts a game. A blank {@code application} is left out. */
    SgfBuilder(Grid grid, String application) {
        this.grid = grid;
        property("GM", "1").property("FF", "4");
        if (!application.isBlank()) {
            property("AP", application);
        }
        property("SZ", grid.width() == grid.height() ? "" + grid.width() : grid.width() + ":" + grid.height());
    }

    /**
     * Starts a new node after the newest.
     *
     * @throws IllegalStateException if a variation has just ended
     */
    public SgfBuilder node() {
        if (!isBetweenNodes) {
            finishNode();
        } else if (!parent.children().isEmpty() && branchings.peek() != parent) {
            throw new IllegalStateException("after a variation only another variation may follow");
        }
        isBetweenNodes = false;
        return this;
    }

    private void finishNode() {
        SgfNode node = new SgfNode(properties);
        parent.add(node);
        parent = node;
        properties.clear();
    }

    /**
     * Starts a variation: the next node is a child of the newest, which may have others.
     *
     * @throws IllegalStateException if a variation has just started and has no node yet
     */
    public SgfBuilder startVariation() {
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        } else if (branchings.peek() == parent) {
            throw new IllegalStateException("a variation must start with a node");
        }
        branchings.push(parent);
        return this;
    }

    /**
     * Ends the innermost variation. The next one starts at the same node.
     *
     * @throws IllegalStateException if no variation has started, or it has no node
     */
    public SgfBuilder endVariation() {
        if (branchings.isEmpty()) {
            throw new IllegalStateException("no variation has started");
        }
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        } else if (branchings.peek() == parent) {
            throw new IllegalStateException("a variation must have at least one node");
        }
        parent = branchings.pop();
        return this;
    }

    /**
     * Adds a property to the newest node, with one value for each text.
     *
     * @throws IllegalStateException if the node may not have it, see {@link #property(SgfProperty)}
     * @throws IllegalArgumentException if the identifier is invalid or CA, or there is no value
     */
    public SgfBuilder property(String identifier, String... texts) {
        return property(SgfProperty.of(identifier, texts));
    }

    /**
     * Adds a property, such as markup, to the newest node, with one value for each point.
     *
     * @throws IllegalStateException if the node may not have it, see {@link #property(SgfProperty)}
     * @throws IllegalArgumentException if the identifier is invalid or CA, or there is no point
     */
    public SgfBuilder points(String identifier, PointSet points) {
        List<SgfValue> values = new ArrayList<>();
        points.forEach(point -> values.add(value(grid, point)));
        return property(SgfProperty.of(identifier, values));
    }

    /**
     * Adds a move, B or W, to the newest node.
     *
     * @param move a point or the pass of the grid
     * @throws IllegalStateException if the node may not have it, see {@link #property(SgfProperty)}
     * @throws IllegalArgumentException if {@code color} or {@code move} is out of range
     */
    public SgfBuilder move(int color, int move) {
        return property(moveProperty(grid, color, move));
    }

    /**
     * Returns the property of a move, B or W.
     *
     * @throws IllegalArgumentException if {@code color} or {@code move} is out of range
     */
    static SgfProperty moveProperty(Grid grid, int color, int move) {
        Color.requirePlayer(color);
        if (move < 0 || move > grid.pass()) {
            throw new IllegalArgumentException("move " + move + " is outside [0, " + grid.pass() + "]");
        }
        SgfValue value = move == grid.pass() ? SgfValue.of("") : value(grid, move);
        return SgfProperty.of(color == Color.BLACK ? "B" : "W", List.of(value));
    }

    /**
     * Adds a comment, C, to the newest node.
     *
     * @throws IllegalStateException if the node already has one, or there is no node
     */
    public SgfBuilder comment(String text) {
        return property("C", text);
    }

    /** Returns the two letters of a point. Boards have at most 25 rows and columns, so lowercase letters suffice. */
    private static SgfValue value(Grid grid, int point) {
        return SgfValue.of("" + (char) ('a' + grid.column(point)) + (char) ('a' + grid.row(point)));
    }

    /**
     * Adds a property to the newest node.
     *
     * @throws IllegalStateException if the node already has it, or FF[4] forbids it there: a move in a node with a move
     *     or set-up, or a property of the whole file after the first node
     * @throws IllegalArgumentException if it is CA: a tree is text, which has no charset until it is written
     */
    public SgfBuilder property(SgfProperty property) {
        String identifier = property.identifier();
        if (isBetweenNodes) {
            throw new IllegalStateException(identifier + " has no node; start one first");
        }
        if (identifier.equals(SgfParser.CHARSET)) {
            throw new IllegalArgumentException("CA is written with the file, as CA[UTF-8]");
        }
        if (parent != beforeRoot && ROOT_IDENTIFIERS.contains(identifier)) {
            throw new IllegalStateException(identifier + " is only allowed in the first node");
        }
        for (SgfProperty other : properties) {
            requireCompatible(identifier, other.identifier());
        }
        properties.add(property);
        return this;
    }

    private static void requireCompatible(String identifier, String other) {
        if (identifier.equals(other)) {
            throw new IllegalStateException("the node already has " + other);
        }
        boolean isMove = MOVE_IDENTIFIERS.contains(identifier);
        boolean isOtherMove = MOVE_IDENTIFIERS.contains(other);
        boolean isMixed = (isMove && (isOtherMove || SETUP_IDENTIFIERS.contains(other)))
                || (isOtherMove && SETUP_IDENTIFIERS.contains(identifier));
        if (isMixed) {
            throw new IllegalStateException(identifier + " and " + other + " cannot be in the same node");
        }
    }

    /**
     * Returns the game. The builder must not be used afterwards.
     *
     * @throws IllegalStateException if a variation has not ended
     */
    public SgfGame build() {
        if (!branchings.isEmpty()) {
            throw new IllegalStateException("a variation has not ended");
        }
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        }
        parent = beforeRoot;
        return new SgfGame(beforeRoot.children().get(0));
    }
}
