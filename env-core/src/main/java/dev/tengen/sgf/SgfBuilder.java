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
 * Builds the tree of a game in the order in which it is written: properties go to the newest node, and a new node
 * follows the one before it.
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
 * <p>Not thread-safe. Where a call makes no sense at its place it throws {@link IllegalStateException}.
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

    /** Whether the next thing to come has to be a node: a variation has just begun or ended. */
    private boolean isBetweenNodes;

    /** Begins a game; a blank {@code application} is none. */
    SgfBuilder(Grid grid, String application) {
        this.grid = grid;
        property("GM", "1").property("FF", "4");
        if (!application.isBlank()) {
            property("AP", application);
        }
        property("SZ", grid.width() == grid.height() ? "" + grid.width() : grid.width() + ":" + grid.height());
    }

    /** Begins a new node behind the newest. */
    public SgfBuilder node() {
        if (!isBetweenNodes) {
            finishNode();
        } else if (!parent.children().isEmpty() && branchings.peek() != parent) {
            throw new IllegalStateException("after a variation only another one can come");
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

    /** Begins a variation: the next node is a child of the newest, which may have others. */
    public SgfBuilder startVariation() {
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        } else if (branchings.peek() == parent) {
            throw new IllegalStateException("a variation begins with a node");
        }
        branchings.push(parent);
        return this;
    }

    /** Ends the variation that began last: the next one begins at the same node. */
    public SgfBuilder endVariation() {
        if (branchings.isEmpty()) {
            throw new IllegalStateException("no variation has begun");
        }
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        } else if (branchings.peek() == parent) {
            throw new IllegalStateException("a variation has a node at least");
        }
        parent = branchings.pop();
        return this;
    }

    /** Adds a property to the newest node, with one value for each text. Throws as {@link #property(SgfProperty)} does. */
    public SgfBuilder property(String identifier, String... texts) {
        return property(SgfProperty.of(identifier, texts));
    }

    /** Adds a property, such as markup, to the newest node, with one value for each point. */
    public SgfBuilder points(String identifier, PointSet points) {
        List<SgfValue> values = new ArrayList<>();
        points.forEach(point -> values.add(value(point)));
        return property(SgfProperty.of(identifier, values));
    }

    /** Adds a move, B or W, to the newest node; {@code move} is a point or the pass of the grid. */
    public SgfBuilder move(int color, int move) {
        Color.requirePlayer(color);
        if (move < 0 || move > grid.pass()) {
            throw new IllegalArgumentException("move " + move + " is outside [0, " + grid.pass() + "]");
        }
        SgfValue value = move == grid.pass() ? SgfValue.of("") : value(move);
        return property(SgfProperty.of(color == Color.BLACK ? "B" : "W", List.of(value)));
    }

    /** Adds a comment, C, to the newest node. */
    public SgfBuilder comment(String text) {
        return property("C", text);
    }

    /** Returns the two letters of a point; a board of at most 25 rows and columns needs no capital ones. */
    private SgfValue value(int point) {
        return SgfValue.of("" + (char) ('a' + grid.column(point)) + (char) ('a' + grid.row(point)));
    }

    /**
     * Adds a property to the newest node.
     *
     * @throws IllegalStateException if the node has it already, or FF[4] forbids it there: a move beside a move or
     *     set-up, or behind the first node what is of the whole file
     * @throws IllegalArgumentException if it is CA: a tree is text, which has no charset until it is written
     */
    public SgfBuilder property(SgfProperty property) {
        String identifier = property.identifier();
        if (isBetweenNodes) {
            throw new IllegalStateException(identifier + " has no node; begin one before");
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
            throw new IllegalStateException("the node has " + other + " already");
        }
        boolean isMove = MOVE_IDENTIFIERS.contains(identifier);
        boolean isOtherMove = MOVE_IDENTIFIERS.contains(other);
        boolean isMixed = (isMove && (isOtherMove || SETUP_IDENTIFIERS.contains(other)))
                || (isOtherMove && SETUP_IDENTIFIERS.contains(identifier));
        if (isMixed) {
            throw new IllegalStateException(identifier + " cannot stand beside " + other + "; it needs another node");
        }
    }

    /** Returns the game. The builder cannot be used after that. */
    public SgfGame build() {
        if (!branchings.isEmpty()) {
            throw new IllegalStateException("a variation has begun and not ended");
        }
        if (!isBetweenNodes) {
            finishNode();
            isBetweenNodes = true;
        }
        parent = beforeRoot;
        return new SgfGame(beforeRoot.children().get(0));
    }
}
