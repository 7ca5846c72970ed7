package dev.tengen.gtp.driver;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.gtp.GtpCommand;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The score of a game as an engine sees it: its response to {@code final_score}. Unlike the score as the stones stand,
 * it depends on which stones the engine considers dead.
 *
 * @param margin Black's points minus White's, with komi, in half points; 0 for a tie
 */
public record FinalScore(double margin) {
    private static final String COMMAND = "final_score";
    private static final Pattern RESPONSE = Pattern.compile("0|([BW])\\+(\\d{1,4}(?:\\.\\d)?)");

    /**
     * Starts an engine, sends it {@code game} and returns its score. The engine has its start timeout to set up the
     * board, then its move timeout for the moves and the score. It has ended when this method returns. An interrupt
     * ends it.
     *
     * @throws EngineException if the engine fails, does not list {@code final_score} or responds with something else
     *     than a score
     * @throws InvalidValueException if the engine does not support the board
     */
    public static FinalScore of(EngineSpec spec, Game game) throws EngineException {
        Deadline start = Deadline.ofStart(spec);
        try (GtpEngine engine = GtpEngine.start(spec, start)) {
            if (!engine.knows(COMMAND)) {
                throw new EngineException(TurnOutcome.ERROR_REPLY, spec.name() + " does not list " + COMMAND);
            }
            EngineBoard board = new EngineBoard(engine, game.setup(), game.rules());
            board.setUp(start);
            Deadline end = Deadline.ofMove(spec, Optional.empty());
            board.synchronize(game, end);
            return parse(spec, game, engine.ask(GtpCommand.of(COMMAND), end).text());
        }
    }

    private static FinalScore parse(EngineSpec spec, Game game, String text) throws EngineException {
        Matcher matcher = RESPONSE.matcher(text.strip());
        if (!matcher.matches()) {
            throw garbage(spec, text, "not \"0\", \"B+\" or \"W+\" and points");
        }
        double points = matcher.group(2) == null ? 0 : Double.parseDouble(matcher.group(2));
        if (points % 0.5 != 0) {
            throw garbage(spec, text, "not in half points");
        }
        // Each point of the board and each captured stone counts at most once for a player, and a dead stone twice.
        double most = 2.0 * game.grid().pointCount()
                + game.moveNumber()
                + Math.abs(game.rules().komi());
        if (points > most) {
            throw garbage(spec, text, "more than " + most + " points");
        }
        return new FinalScore("B".equals(matcher.group(1)) ? points : 0 - points);
    }

    private static EngineException garbage(EngineSpec spec, String text, String why) {
        return new EngineException(
                TurnOutcome.GARBAGE,
                spec.name() + " answered \"" + COMMAND + "\" with \"" + TextSanitizer.line(text) + "\", which is "
                        + why);
    }

    /** Returns the color with more points; {@link Color#EMPTY} for a tie. */
    public int winner() {
        if (margin == 0) {
            return Color.EMPTY;
        }
        return margin > 0 ? Color.BLACK : Color.WHITE;
    }

    /** Returns the result in the notation of game records: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        return Score.text(margin);
    }
}
