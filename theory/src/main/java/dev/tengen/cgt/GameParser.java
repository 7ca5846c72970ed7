package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.List;

/** A recursive-descent parser for games in the usual notation. */
final class GameParser {
    /*
     * sum     = term { ("+" | "-") term }
     * term    = literal | "-" term | "±" term | "(" sum ")" | ("Tiny" | "Miny") "(" sum ")" | "{" game "}"
     * literal = [ ["-"] number ] [ ("^" | "v") [count] ] [ "*" [count] ]      without blanks; not empty
     * number  = digits [ "/" digits ]
     * game    = side bars side                     the bars inside the sides are shorter than those between them
     * side    = [ sum { "," sum } ] | game
     *
     * A sign before a number belongs to the number: -1^ is ^ - 1.
     */
    private static final int ANY_LENGTH = Integer.MAX_VALUE;

    private final GameUniverse universe;
    private final NotationScanner scanner;
    private final int maxDepth;
    private int depth;

    private GameParser(GameUniverse universe, String text, int maxDepth) {
        this.universe = universe;
        this.scanner = new NotationScanner(text);
        this.maxDepth = maxDepth;
    }

    /**
     * Parses {@code text}.
     *
     * @throws NotationException if it is not in this notation, or is nested more than {@code maxDepth} levels deep
     */
    static CanonicalGame parse(GameUniverse universe, String text, int maxDepth) throws NotationException {
        GameParser parser = new GameParser(universe, text, maxDepth);
        CanonicalGame game = parser.readSum();
        parser.scanner.expectEnd();
        return game;
    }

    private CanonicalGame readSum() throws NotationException {
        CanonicalGame sum = readTerm();
        while (true) {
            scanner.skipBlanks();
            if (scanner.skip('+')) {
                sum = universe.plus(sum, readTerm());
            } else if (scanner.skip('-')) {
                sum = universe.minus(sum, readTerm());
            } else {
                return sum;
            }
        }
    }

    private CanonicalGame readTerm() throws NotationException {
        scanner.skipBlanks();
        enter();
        CanonicalGame term = readTermInside();
        depth--;
        return term;
    }

    private void enter() throws NotationException {
        depth++;
        if (depth > maxDepth) {
            throw new NotationException(scanner.column(), "nested more than " + maxDepth + " deep");
        }
    }

    private CanonicalGame readTermInside() throws NotationException {
        if (isAtLiteral()) {
            return readLiteral();
        }
        if (scanner.skip('-')) {
            return universe.negate(readTerm());
        }
        if (scanner.skip('±')) {
            CanonicalGame gain = readTerm();
            return universe.game(List.of(gain), List.of(universe.negate(gain)));
        }
        if (scanner.skip('(')) {
            CanonicalGame sum = readSum();
            scanner.expect(')');
            return sum;
        }
        if (scanner.skip("Tiny(")) {
            return readTiny();
        }
        if (scanner.skip("Miny(")) {
            return universe.negate(readTiny());
        }
        if (scanner.skip('{')) {
            return readBraces();
        }
        throw scanner.unexpected("a game");
    }

    private boolean isAtLiteral() {
        return switch (scanner.peek()) {
            case '^', 'v', '*' -> true;
            case '-' -> NotationScanner.isDigit(scanner.peek(1));
            default -> scanner.isAtDigit();
        };
    }

    private CanonicalGame readLiteral() throws NotationException {
        boolean hasNumber = scanner.isAtDigit() || scanner.peek() == '-';
        CanonicalGame number = universe.number(hasNumber ? scanner.readNumber() : Dyadic.ZERO);
        int ups = 0;
        if (scanner.skip('^')) {
            ups = scanner.readCount();
        } else if (scanner.skip('v')) {
            ups = -scanner.readCount();
        }
        int nimber = scanner.skip('*') ? scanner.readCount() : 0;
        return universe.plus(number, universe.upStar(ups, nimber));
    }

    private CanonicalGame readTiny() throws NotationException {
        int column = scanner.column();
        CanonicalGame threat = readSum();
        if (universe.relation(threat, universe.zero()) != Relation.GREATER) {
            throw new NotationException(column, "the threat " + threat + " is not above 0");
        }
        scanner.expect(')');
        return universe.tiny(threat);
    }

    private CanonicalGame readBraces() throws NotationException {
        Content content = readContent(ANY_LENGTH);
        if (content.bars == 0) {
            throw scanner.unexpected("\"|\"");
        }
        scanner.expect('}');
        return content.options.get(0);
    }

    /**
     * Reads options and the bars that belong to them, with the options behind each bar. No bar is longer than
     * {@code maxBars}.
     */
    private Content readContent(int maxBars) throws NotationException {
        enter();
        Content content = new Content(readOptions(), 0);
        int bars = scanner.barCount();
        while (bars > content.bars && bars <= maxBars) {
            scanner.skip(bars);
            Content right = readContent(bars - 1);
            content = new Content(List.of(universe.game(content.options, right.options)), bars);
            bars = scanner.barCount();
        }
        depth--;
        return content;
    }

    private List<CanonicalGame> readOptions() throws NotationException {
        scanner.skipBlanks();
        List<CanonicalGame> options = new ArrayList<>();
        if (scanner.peek() == '|' || scanner.peek() == '}') {
            return options;
        }
        options.add(readSum());
        while (scanner.skip(',')) {
            options.add(readSum());
        }
        return options;
    }

    /**
     * The content of braces, or one side of a bar.
     *
     * @param options a list of options, or the single game that the bars form
     * @param bars the length of the longest bar; 0 for a list
     */
    private record Content(List<CanonicalGame> options, int bars) {}
}
