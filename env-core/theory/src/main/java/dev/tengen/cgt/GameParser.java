package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.List;

/** A recursive-descent parser for games in the usual notation. */
final class GameParser {
    /*
     * sum     = term { ("+" | "-") term }
     * term    = literal | multiple | "-" term | atom
     * atom    = ("±" | "+-") term | "(" sum ")" | ("Tiny" | "Miny") "(" sum ")" | "{" game "}"
     * literal = [ ["-"] number ] [ ups ] [ nimber ]                           without blanks; not empty
     * multiple = ["-"] digits "." ( ups [ nimber ] | nimber | atom )          without blanks before the atom
     * ups     = ("^" | "v") [count]
     * nimber  = "*" [count]
     * number  = digits [ "/" digits ]
     * game    = side bars side                     the bars inside the sides are shorter than those between them
     * side    = [ sum { "," sum } ] | game
     *
     * A sign before a number belongs to the number: -1^ is ^ - 1. A multiple ends before its nimber: 2.^* is ^2 + *.
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
        return readAtom();
    }

    private CanonicalGame readAtom() throws NotationException {
        if (scanner.skip('±') || scanner.skip("+-")) {
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
        Dyadic number = Dyadic.ZERO;
        if (scanner.isAtDigit() || scanner.peek() == '-') {
            int column = scanner.column();
            number = scanner.readNumber();
            if (scanner.skip('.')) {
                return readMultiple(column, number);
            }
        }
        int ups = readUps();
        return universe.plus(universe.number(number), universe.upStar(ups, readNimber()));
    }

    /** Reads what follows the dot of a multiple. {@code count}, which starts at {@code column}, is before the dot. */
    private CanonicalGame readMultiple(int column, Dyadic count) throws NotationException {
        if (scanner.isAtDigit()) {
            throw new NotationException(scanner.column() - 1, "a decimal point; write a fraction, such as 1/2");
        }
        if (!count.isInteger()) {
            throw new NotationException(column, "a multiple takes an integer, not " + count);
        }
        int ups = readUps();
        if (ups != 0) {
            CanonicalGame multiple = universe.times(universe.upStar(ups, 0), count.floor());
            return universe.plus(multiple, universe.upStar(0, readNimber()));
        }
        if (scanner.peek() == '*') {
            return universe.times(universe.upStar(0, readNimber()), count.floor());
        }
        enter();
        CanonicalGame multiple = universe.times(readAtom(), count.floor());
        depth--;
        return multiple;
    }

    /** Returns the multiple of up that is next; negative for downs, 0 if there is none. */
    private int readUps() throws NotationException {
        if (scanner.skip('^')) {
            return scanner.readCount();
        }
        return scanner.skip('v') ? -scanner.readCount() : 0;
    }

    /** Returns the nimber that is next; 0 if there is none. */
    private int readNimber() throws NotationException {
        return scanner.skip('*') ? scanner.readCount() : 0;
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
