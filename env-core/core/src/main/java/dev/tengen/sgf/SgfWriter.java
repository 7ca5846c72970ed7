package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Writes games as FF[4] for a file in UTF-8: the properties unchanged, and CA[UTF-8] in the first node of each game.
 *
 * <p>Lines end between nodes and never inside a value.
 */
final class SgfWriter {
    private static final int NODES_PER_LINE = 10;
    private static final String CHARSET_PROPERTY = SgfParser.CHARSET + "[UTF-8]";

    private final StringBuilder text = new StringBuilder();

    private SgfWriter() {}

    static String write(List<SgfGame> games) {
        SgfWriter writer = new SgfWriter();
        games.forEach(game -> writer.game(game.root()));
        return writer.text.toString();
    }

    private void game(SgfNode root) {
        Deque<Iterator<SgfNode>> variations = new ArrayDeque<>();
        text.append('(');
        root(root);
        sequence(root, variations);
        while (!variations.isEmpty()) {
            if (variations.getFirst().hasNext()) {
                SgfNode first = variations.getFirst().next();
                text.append("\n(");
                node(first);
                sequence(first, variations);
            } else {
                variations.pop();
                text.append(')');
            }
        }
        text.append('\n');
    }

    /**
     * Writes the nodes after {@code first} up to the next variations, which it pushes, or to a node without children.
     */
    private void sequence(SgfNode first, Deque<Iterator<SgfNode>> variations) {
        List<SgfNode> children = first.children();
        for (int count = 0; children.size() == 1; count++) {
            CancellationPoint.check(count + 1);
            if (count % NODES_PER_LINE == 0) {
                text.append('\n');
            }
            node(children.get(0));
            children = children.get(0).children();
        }
        if (children.isEmpty()) {
            text.append(')');
        } else {
            variations.push(children.iterator());
        }
    }

    /** Writes the first node of a game, with CA after GM and FF. */
    private void root(SgfNode root) {
        text.append(';');
        boolean hasCharset = false;
        for (SgfProperty property : root.properties()) {
            String identifier = property.identifier();
            boolean isBeforeCharset = identifier.equals("GM") || identifier.equals("FF");
            if (!isBeforeCharset && !hasCharset) {
                text.append(CHARSET_PROPERTY);
                hasCharset = true;
            }
            if (!identifier.equals(SgfParser.CHARSET)) {
                property.writeTo(text);
            }
        }
        if (!hasCharset) {
            text.append(CHARSET_PROPERTY);
        }
    }

    private void node(SgfNode node) {
        text.append(';');
        node.properties().forEach(property -> property.writeTo(text));
    }
}
