package dev.tengen.cgt;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Prints games in the usual notation, which {@link GameParser} reads. */
final class GamePrinter {
    /*
     * Shortest notation first: sums of a number, ups and a nimber; switches of a number; tinies and minies of a number;
     * then braces. A game in braces that is the only option of its side is written without them, and the bar outside is
     * one longer than those inside. Options are sorted by birthday, and by text if they have the same birthday, so the
     * text depends only on the game.
     */
    private final int maxLength;
    private int length;

    private GamePrinter(int maxLength) {
        this.maxLength = maxLength;
    }

    /**
     * Returns the complete notation.
     *
     * @throws WorkLimitException if it is longer than {@code maxLength}
     */
    static String print(CanonicalGame game, int maxLength) {
        GamePrinter printer = new GamePrinter(maxLength);
        Text text = printer.text(game);
        printer.countBraces(text);
        return text.text;
    }

    /**
     * Returns the notation, or a short description of {@code game} if the notation is longer than {@code maxLength}.
     */
    static String shortened(CanonicalGame game, int maxLength) {
        try {
            return print(game, maxLength);
        } catch (WorkLimitException e) {
            return "a game between " + game.stop(Side.RIGHT) + " and " + game.stop(Side.LEFT) + ", born on day "
                    + game.birthday();
        }
    }

    /**
     * Returns the options of {@code game} in braces.
     *
     * @throws WorkLimitException if the text is longer than {@code maxLength}
     */
    static String printForm(CanonicalGame game, List<CanonicalGame> left, List<CanonicalGame> right, int maxLength) {
        GamePrinter printer = new GamePrinter(maxLength);
        Text text = printer.braces(game.birthday(), left, right);
        printer.countBraces(text);
        return text.text;
    }

    private Text text(CanonicalGame game) {
        Optional<String> name = game.numberUpStar().map(NumberUpStar::toString).or(() -> name(game));
        if (name.isPresent()) {
            count(name.get().length());
            return new Text(game.birthday(), name.get(), 0);
        }
        return braces(game.birthday(), game.options(Side.LEFT), game.options(Side.RIGHT));
    }

    private Text braces(long birthday, List<CanonicalGame> leftOptions, List<CanonicalGame> rightOptions) {
        List<Text> left = texts(leftOptions);
        List<Text> right = texts(rightOptions);
        int bars = 1 + Math.max(barsInside(left), barsInside(right));
        count(bars);
        return new Text(birthday, "{" + joined(left) + "|".repeat(bars) + joined(right) + "}", bars);
    }

    private static Optional<String> name(CanonicalGame game) {
        List<CanonicalGame> left = game.options(Side.LEFT);
        List<CanonicalGame> right = game.options(Side.RIGHT);
        if (left.size() != 1 || right.size() != 1) {
            return Optional.empty();
        }
        CanonicalGame gl = left.get(0);
        CanonicalGame gr = right.get(0);
        return switchName(gl, gr)
                .or(() -> threat(Side.LEFT, game).map(size -> "Tiny(" + size + ")"))
                .or(() -> threat(Side.RIGHT, game).map(size -> "Miny(" + size + ")"));
    }

    private static Optional<String> switchName(CanonicalGame gl, CanonicalGame gr) {
        Dyadic x = gl.stop(Side.LEFT);
        boolean isSwitch = gl.isNumber() && gr.isNumber() && gr.stop(Side.LEFT).equals(x.negate());
        return isSwitch ? Optional.of("±" + x) : Optional.empty();
    }

    /**
     * Returns the size of the threat if {@code game} is tiny (side Left) or miny (side Right) of a number; otherwise
     * empty. Tiny is 0 for its own side against a reply to 0 or a number.
     */
    static Optional<Dyadic> threat(Side side, CanonicalGame game) {
        List<CanonicalGame> replies = game.options(side.opponent());
        if (!isOnlyZero(game.options(side)) || replies.size() != 1) {
            return Optional.empty();
        }
        CanonicalGame reply = replies.get(0);
        List<CanonicalGame> threats = reply.options(side.opponent());
        boolean isNumber = threats.size() == 1 && threats.get(0).isNumber();
        return isOnlyZero(reply.options(side)) && isNumber
                ? Optional.of(threats.get(0).stop(side).abs())
                : Optional.empty();
    }

    private static boolean isOnlyZero(List<CanonicalGame> options) {
        return options.size() == 1
                && options.get(0).isNumber()
                && options.get(0).stop(Side.LEFT).signum() == 0;
    }

    private List<Text> texts(List<CanonicalGame> options) {
        return options.stream()
                .map(this::text)
                .sorted(Comparator.comparingLong(Text::birthday).thenComparing(Text::text))
                .toList();
    }

    private static int barsInside(List<Text> options) {
        return options.size() == 1 ? options.get(0).bars : 0;
    }

    private String joined(List<Text> options) {
        if (options.size() == 1) {
            return options.get(0).bare();
        }
        count(Math.max(0, options.size() - 1));
        options.forEach(this::countBraces);
        return String.join(",", options.stream().map(Text::text).toList());
    }

    private void countBraces(Text text) {
        count(text.bars == 0 ? 0 : 2);
    }

    private void count(int characters) {
        length += characters;
        if (length > maxLength) {
            throw new WorkLimitException("characters", maxLength);
        }
    }

    /**
     * The text of a game.
     *
     * @param bars the length of the outer bar; 0 without braces
     */
    private record Text(long birthday, String text, int bars) {
        /** Returns the text without its outer braces. */
        String bare() {
            return bars == 0 ? text : text.substring(1, text.length() - 1);
        }
    }
}
