package dev.tengen.arena.report;

import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes the results of a tournament as PGN headers, which rating programs read.
 *
 * <p>In PGN, White moves first; in Go, Black does. So the player with Black has the tag White. Games that are void or
 * not over are left out: their result would be {@code *}, which has no information about the players.
 */
final class PgnWriter {
    /** The first of the Unicode symbols for control characters. */
    private static final char SYMBOLS = 0x2400;

    /** The symbol for "delete", and for characters without a symbol. */
    private static final char SYMBOL = 0x2421;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu.MM.dd", Locale.ROOT);

    private PgnWriter() {}

    static String write(TournamentRecord record) {
        StringBuilder text = new StringBuilder();
        for (ReportedGame game : record.games()) {
            game.result()
                    .filter(result -> result.winner() != Winner.VOID)
                    .ifPresent(result -> write(game, result, text));
        }
        return text.toString();
    }

    private static void write(ReportedGame game, StoredResult result, StringBuilder text) {
        String points = points(result.winner());
        tag("Event", game.game().id().tournament(), text);
        tag("Site", "Tengen", text);
        tag("Date", DATE.format(result.endedAt().atOffset(ZoneOffset.UTC)), text);
        // The two games of a pair are one round.
        tag("Round", game.game().id().pairNumber() + "." + (game.number() % 2 + 1), text);
        tag("White", game.black(), text);
        tag("Black", game.white(), text);
        tag("Result", points, text);
        tag("GameId", game.game().id().toString(), text);
        tag("Termination", result.verdict(), text);
        text.append('\n').append(points).append("\n\n");
    }

    private static String points(Winner winner) {
        return switch (winner) {
            case BLACK -> "1-0";
            case WHITE -> "0-1";
            case DRAW, VOID -> "1/2-1/2";
        };
    }

    private static void tag(String name, String value, StringBuilder text) {
        text.append('[').append(name).append(" \"");
        value.codePoints().map(PgnWriter::printed).forEach(character -> {
            if (character == '"' || character == '\\') {
                text.append('\\');
            }
            text.appendCodePoint(character);
        });
        text.append("\"]\n");
    }

    /** Returns {@code character}, or a symbol for it if it is a control character, which tags cannot contain. */
    private static int printed(int character) {
        if (character < ' ') {
            return SYMBOLS + character;
        }
        boolean isBreak = Character.getType(character) == Character.LINE_SEPARATOR
                || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
        return Character.isISOControl(character) || isBreak ? SYMBOL : character;
    }
}
