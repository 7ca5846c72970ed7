package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EpisodeRecord;
import dev.tengen.env.Opponent;
import dev.tengen.env.TaskInfo;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a client sees of a game after a reset or a step. The components become fields of JSON, in snake_case.
 *
 * @param message what happened and what is expected, in one or two sentences
 * @param board a diagram
 * @param rows the rows of the board, the top row first
 * @param size the number of rows and of columns
 * @param moveNumber the number of moves of the episode
 * @param toMove "black" or "white"; null once the episode is over
 * @param color the color of the client: "black", "white" or "both"
 * @param lastMoves the last moves, oldest first, such as "black D4"
 * @param legalMoves the legal moves, pass included; null unless the client asks for them
 * @param rules the name of the rules
 * @param komi the komi
 * @param captures the stones that each color has lost
 * @param error why the last move was illegal, in a sentence; null if it was legal
 * @param errorCode the reason as a name, such as "occupied"; null if the move was legal
 * @param illegalMoves the number of illegal moves of the episode
 * @param illegalMovesLeft how many more the episode allows, the one that ends it included
 * @param terminated whether the rules ended the episode
 * @param truncated whether a limit ended it
 * @param endReason why it ended, such as "passes", "forfeit" or "max_moves"; null before the end
 * @param winner "black", "white" or "nobody"; null before the end
 * @param score the score of the final position; null before the end
 * @param task the task; null for a whole game
 */
public record GameObservation(
        String message,
        String board,
        List<String> rows,
        int size,
        int moveNumber,
        @Nullable String toMove,
        String color,
        List<String> lastMoves,
        @Nullable List<String> legalMoves,
        String rules,
        double komi,
        Captures captures,
        @Nullable String error,
        @Nullable String errorCode,
        int illegalMoves,
        int illegalMovesLeft,
        boolean terminated,
        boolean truncated,
        @Nullable String endReason,
        @Nullable String winner,
        @Nullable FinalScore score,
        @Nullable TaskState task) {
    private static final int LAST_MOVE_COUNT = 8;

    /**
     * The stones that have left the board.
     *
     * @param black the number of black stones
     * @param white the number of white stones
     */
    public record Captures(int black, int white) {}

    /**
     * The score of a position.
     *
     * @param black the points of Black
     * @param white the points of White, without komi
     * @param margin Black's points minus White's minus komi
     * @param result the result in the notation of game records, such as B+3.5
     */
    public record FinalScore(int black, int white, double margin, String result) {
        /** Returns the score of {@code environment} as it is. */
        public static FinalScore of(Environment environment) {
            Score score = environment.game().score();
            return new FinalScore(
                    score.tally(Color.BLACK).points(),
                    score.tally(Color.WHITE).points(),
                    score.margin(),
                    EpisodeRecord.result(environment).orElseGet(score::text));
        }
    }

    /**
     * The task of the episode.
     *
     * @param id identifies the position
     * @param taskClass the kind of position
     * @param split the split of the position
     * @param difficulty the distance from another result; smaller is harder; null if it is not counted
     * @param optimalValue the value for the client if both sides play perfectly: 1, 0 or -1
     * @param isOptimal whether the last move kept the optimal value; null if that is not known
     * @param regret the optimal value minus the one obtained; null before the end
     */
    public record TaskState(
            String id,
            String taskClass,
            String split,
            @Nullable Integer difficulty,
            int optimalValue,
            @Nullable Boolean isOptimal,
            @Nullable Integer regret) {
        private static TaskState of(TaskInfo info) {
            return new TaskState(
                    info.label().id(),
                    info.label().taskClass(),
                    info.label().split(),
                    boxed(info.label().margin()),
                    info.optimalValue(),
                    info.isOracleOptimal().orElse(null),
                    boxed(info.regret()));
        }

        private static @Nullable Integer boxed(OptionalInt value) {
            return value.isPresent() ? value.getAsInt() : null;
        }
    }

    /**
     * Why a move is illegal.
     *
     * @param code the reason as a name
     * @param sentence the reason in a sentence
     */
    public record Refusal(String code, String sentence) {}

    /** Returns the observation of {@code environment}; {@code refusal} says why the last move was illegal. */
    public static GameObservation of(Environment environment, GameOptions options, Optional<Refusal> refusal) {
        Game game = environment.game();
        EndReason reason = environment.endReason();
        Ending ending = Ending.of(environment, options);
        int left = Math.max(0, options.illegalLimit().count() - environment.illegalActionCount());
        return new GameObservation(
                message(environment, options, refusal, ending),
                BoardText.diagram(environment, options.view().notation()),
                BoardText.rows(game),
                game.grid().width(),
                game.moveNumber(),
                environment.isOver() ? null : name(game.playerToMove()),
                color(environment),
                lastMoves(game, options.view().notation(), LAST_MOVE_COUNT),
                options.view().isLegalShown()
                        ? legalMoves(environment, options.view().notation())
                        : null,
                options.preset().presetName(),
                game.rules().komi(),
                new Captures(game.takenCount(Color.BLACK), game.takenCount(Color.WHITE)),
                refusal.map(Refusal::sentence).orElse(null),
                refusal.map(Refusal::code).orElse(null),
                environment.illegalActionCount(),
                left,
                reason.isTermination(),
                reason.isTruncation(),
                environment.isOver() ? ending.reason() : null,
                environment.isOver() ? winner(environment) : null,
                environment.isOver() ? FinalScore.of(environment) : null,
                environment.taskInfo().map(TaskState::of).orElse(null));
    }

    /** How an episode ended: a resignation at the limit of illegal moves is a forfeit. */
    private record Ending(String reason) {
        static Ending of(Environment environment, GameOptions options) {
            boolean isForfeit = environment.endReason() == EndReason.RESIGNATION
                    && options.illegalLimit().outcome() == IllegalLimit.Outcome.FORFEIT
                    && environment.illegalActionCount()
                            >= options.illegalLimit().count();
            return new Ending(
                    isForfeit ? "forfeit" : environment.endReason().name().toLowerCase(Locale.ROOT));
        }
    }

    /** Returns the color of the client: "black", "white" or "both". */
    static String color(Environment environment) {
        Optional<Opponent> opponent = environment.spec().opponent();
        if (opponent.isEmpty()) {
            return "both";
        }
        return name(environment
                .taskInfo()
                .map(TaskInfo::agentColor)
                .orElseGet(() -> Color.opponent(opponent.get().color())));
    }

    /** Returns the name of a color in observations. */
    static String name(int color) {
        return Color.name(color).toLowerCase(Locale.ROOT);
    }

    private static String winner(Environment environment) {
        return environment.winner() == Color.EMPTY ? "nobody" : name(environment.winner());
    }

    private static List<String> lastMoves(Game game, PointNotation notation, int count) {
        List<String> moves = new ArrayList<>();
        for (int number = Math.max(1, game.moveNumber() - count + 1); number <= game.moveNumber(); number++) {
            moves.add(name(game.mover(number)) + " " + notation.name(game.grid(), game.move(number)));
        }
        return moves;
    }

    /** Returns the names of the legal moves, pass included; none once the episode is over. */
    public static List<String> legalMoves(Environment environment, PointNotation notation) {
        byte[] mask = environment.actionMaskOnBoard();
        Grid grid = environment.game().grid();
        List<String> moves = new ArrayList<>();
        for (int move = 0; move < grid.moveCount(); move++) {
            if ((mask[move >> 3] >> (7 - (move & 7)) & 1) == 1) {
                moves.add(notation.name(grid, move));
            }
        }
        return moves;
    }

    private static String message(
            Environment environment, GameOptions options, Optional<Refusal> refusal, Ending ending) {
        Game game = environment.game();
        if (environment.isOver()) {
            String result = FinalScore.of(environment).result();
            return refusal.map(known -> known.sentence() + " ").orElse("") + "The game is over ("
                    + ending.reason().replace('_', ' ') + "): " + result + ".";
        }
        String turn = "It is your turn with " + Color.name(game.playerToMove()) + ".";
        if (refusal.isPresent()) {
            int left = options.illegalLimit().count() - environment.illegalActionCount();
            return refusal.get().sentence() + " The position is unchanged. Illegal moves left: " + left + ". " + turn;
        }
        List<String> last = lastMoves(game, options.view().notation(), 1);
        return last.isEmpty() ? turn : "The last move was " + last.get(0) + ". " + turn;
    }
}
