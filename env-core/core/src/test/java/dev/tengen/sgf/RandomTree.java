package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small random tree in the simplest representation, and its text written in the oddest way that is still valid.
 *
 * @param properties the properties, no two of one identifier
 * @param children the children
 */
record RandomTree(List<Property> properties, List<RandomTree> children) {
    private static final String LETTERS = "ab1]\\[;()\n  \u4e95\u00f6";
    private static final List<String> LINE_BREAKS = List.of("\n", "\r", "\r\n", "\n\r");
    private static final String SPACES = " \t\f\u000b";

    /** A property of {@code values}. A value is one text, or two texts of a composed value. */
    record Property(String identifier, List<List<String>> values) {}

    /** Number of times each oddity was written. */
    static final class Counts {
        int softBreak;
        int needlessEscape;
        int neededEscape;
        int repeatedProperty;
        int lowercase;
        int composed;
        int variation;
    }

    static RandomTree of(Random random, int maxDepth) {
        List<Property> properties = new ArrayList<>();
        int propertyCount = random.nextInt(4);
        for (int i = 0; i < propertyCount; i++) {
            properties.add(property("" + (char) ('H' + i) + (char) ('A' + random.nextInt(26)), random));
        }
        List<RandomTree> children = new ArrayList<>();
        int childCount = maxDepth == 0 ? 0 : Math.max(0, random.nextInt(5) - 1);
        for (int i = 0; i < childCount; i++) {
            children.add(of(random, maxDepth - 1));
        }
        return new RandomTree(properties, children);
    }

    private static Property property(String identifier, Random random) {
        boolean isComposed = random.nextInt(4) == 0;
        List<List<String>> values = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            values.add(isComposed ? List.of(text(random) + ":", text(random)) : List.of(text(random)));
        }
        return new Property(identifier, values);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    /** Returns {@code node} as a random tree, read through its accessors. */
    static RandomTree of(SgfNode node, RandomTree like) {
        List<Property> properties = new ArrayList<>();
        for (int i = 0; i < node.properties().size(); i++) {
            SgfProperty property = node.properties().get(i);
            boolean isComposed = i < like.properties.size()
                    && like.properties.get(i).values().get(0).size() == 2;
            properties.add(new Property(
                    property.identifier(),
                    property.values().stream()
                            .map(value -> isComposed
                                    ? List.of(value.left().text(), value.right().text())
                                    : List.of(value.text()))
                            .toList()));
        }
        List<RandomTree> children = new ArrayList<>();
        for (int i = 0; i < node.children().size(); i++) {
            RandomTree childLike = i < like.children.size() ? like.children.get(i) : like;
            children.add(of(node.children().get(i), childLike));
        }
        return new RandomTree(properties, children);
    }

    /** Builds the same tree with the builder, whose newest node becomes this one. */
    void build(SgfBuilder builder) {
        for (Property property : properties) {
            List<SgfValue> values = property.values().stream()
                    .map(texts ->
                            texts.size() == 2 ? SgfValue.of(texts.get(0), texts.get(1)) : SgfValue.of(texts.get(0)))
                    .toList();
            builder.property(SgfProperty.of(property.identifier(), values));
        }
        for (RandomTree child : children) {
            builder.startVariation().node();
            child.build(builder);
            builder.endVariation();
        }
    }

    /** Appends the tree, from the semicolon of its first node to the end of its last variation. */
    void write(StringBuilder text, Random random, Counts counts) {
        text.append(';').append(space(random));
        StringBuilder repeated = new StringBuilder();
        for (Property property : properties) {
            boolean isRepeated = property.values().size() > 1 && random.nextInt(3) == 0;
            int count = isRepeated ? 1 : property.values().size();
            writeProperty(property, 0, count, text, random, counts);
            if (isRepeated) {
                counts.repeatedProperty++;
                writeProperty(property, 1, property.values().size(), repeated, random, counts);
            }
        }
        text.append(repeated);
        if (children.size() == 1 && random.nextBoolean()) {
            children.get(0).write(text, random, counts);
            return;
        }
        for (RandomTree child : children) {
            counts.variation++;
            text.append('(').append(space(random));
            child.write(text, random, counts);
            text.append(space(random)).append(')').append(space(random));
        }
    }

    private static void writeProperty(
            Property property, int from, int to, StringBuilder text, Random random, Counts counts) {
        for (char letter : property.identifier().toCharArray()) {
            if (random.nextInt(6) == 0) {
                text.append((char) ('a' + random.nextInt(26)));
                counts.lowercase++;
            }
            text.append(letter);
        }
        for (List<String> texts : property.values().subList(from, to)) {
            text.append(space(random)).append('[');
            writeText(texts.get(0), texts.size() == 2, text, random, counts);
            if (texts.size() == 2) {
                counts.composed++;
                text.append(':');
                writeText(texts.get(1), true, text, random, counts);
            }
            text.append(']').append(space(random));
        }
    }

    private static void writeText(String value, boolean isComposed, StringBuilder text, Random random, Counts counts) {
        String lineBreak = LINE_BREAKS.get(random.nextInt(LINE_BREAKS.size()));
        for (char c : value.toCharArray()) {
            if (random.nextInt(10) == 0) {
                text.append('\\').append(lineBreak);
                counts.softBreak++;
            }
            if (c == '\n') {
                text.append(lineBreak);
            } else if (c == ' ') {
                text.append(SPACES.charAt(random.nextInt(SPACES.length())));
            } else if (c == ']' || c == '\\' || (c == ':' && isComposed)) {
                text.append('\\').append(c);
                counts.neededEscape++;
            } else {
                if (c != ':' && random.nextInt(10) == 0) {
                    text.append('\\');
                    counts.needlessEscape++;
                }
                text.append(c);
            }
        }
    }

    private static String space(Random random) {
        return random.nextInt(3) > 0
                ? ""
                : List.of(" ", "\n", "\r\n", "\t", "\n\n ").get(random.nextInt(5));
    }
}
