package dev.tengen.gateway.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.game.RulesPreset;
import dev.tengen.gateway.game.BoardText;
import dev.tengen.gateway.game.GameObservation;
import dev.tengen.gateway.game.GameOptions;
import dev.tengen.gateway.game.GameOptionsReader;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.game.PointNotation;
import dev.tengen.gateway.game.RaceText;
import dev.tengen.gateway.tool.GameTool.Argument;
import dev.tengen.gateway.tool.GameTool.Caller;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.RequestKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The tools by which a language model plays Go in a {@link GatewaySession}. Thread-safe. */
public final class GameTools {
    private static final String ENVIRONMENT = "tengen.v1.EnvironmentService/";
    private static final String STEP = ENVIRONMENT + "Step";
    private static final String OBSERVE = ENVIRONMENT + "Observe";
    private static final int MAX_MOVE_LENGTH = 64;
    private static final int MAX_HANDICAP = 9;

    private static final String POINT =
            "A point such as D4: a column letter without I and a row number from the bottom, unless new_game chose other"
                    + " coordinates.";

    private final GatewaySessions sessions;
    private final RaceExecutor races;
    private final Map<String, GameTool> tools = new LinkedHashMap<>();

    /**
     * Creates the tools.
     *
     * @param sessions the sessions in which they play
     * @param races executes analyses of races, which take up to a second
     */
    public GameTools(GatewaySessions sessions, RaceExecutor races) {
        this.sessions = sessions;
        this.races = races;
        add(newGame());
        add(playMove());
        add(tool(
                "pass_turn",
                "Pass. Two passes in a row end the game, and it is scored.",
                STEP,
                (caller, fields) -> step(caller, "pass")));
        add(tool(
                "resign",
                "Give up the game, which the opponent wins.",
                STEP,
                (caller, fields) -> step(caller, "resign")));
        add(tool(
                "undo",
                "Take back your last move, with the reply of the opponent.",
                ENVIRONMENT + "Undo",
                (caller, fields) -> sessions.undo(
                                caller.principal(), caller.session().get(), caller.call())
                        .thenApply(GameTools::shown)));
        addReaders();
    }

    /** Executes analyses of races. */
    @FunctionalInterface
    public interface RaceExecutor {
        /**
         * Returns what {@code work} returns, an analysis for {@code caller}. The future fails if too many analyses
         * wait.
         */
        CompletableFuture<ToolResult> execute(Caller caller, Supplier<ToolResult> work);
    }

    /** Adds the tools that change nothing. */
    private void addReaders() {
        add(tool(
                "show_board",
                "Show the board, whose turn it is, the last moves, captures, and the result once the game is over.",
                OBSERVE,
                (caller, fields) -> read(caller, GameTools::board)));
        add(tool(
                "legal_moves",
                "List all legal moves.",
                ENVIRONMENT + "LegalActions",
                (caller, fields) -> read(caller, GameTools::legalMoves)));
        add(whyIllegal());
        add(tool(
                "score",
                "Count the board as it stands: all stones count as alive, and an empty point counts for a color if it"
                        + " reaches only that color.",
                ENVIRONMENT + "Score",
                (caller, fields) -> read(caller, GameTools::score)));
        add(explainRace());
        add(tool(
                "game_record",
                "Return the game so far as an SGF game record, which Go programs read.",
                ENVIRONMENT + "ExportRecord",
                (caller, fields) -> sessions.read(
                                caller.principal(),
                                caller.session().get(),
                                caller.call(),
                                (environment, options) -> EpisodeSgf.record(environment, options.preset()))
                        .thenApply(record -> ToolResult.of(record.toSgf()))));
    }

    private void add(GameTool tool) {
        tools.put(tool.name(), tool);
    }

    private static GameTool tool(String name, String description, String rpc, GameTool.Action action) {
        return new GameTool(name, description, List.of(), rpc, action);
    }

    /** Returns the tools, in the order in which lists have them. */
    public List<GameTool> list() {
        return List.copyOf(tools.values());
    }

    /** Returns the tool called {@code name}; empty if there is none. */
    public Optional<GameTool> named(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /**
     * Calls {@code tool}. What a model did wrong, such as an illegal move or a bad argument, is a result that says so.
     * Other errors complete the future exceptionally.
     */
    public CompletableFuture<ToolResult> call(GameTool tool, Supplier<Caller> caller, ObjectNode arguments) {
        CompletableFuture<ToolResult> result;
        try {
            result = tool.call(caller.get(), arguments);
        } catch (RuntimeException e) {
            result = CompletableFuture.failedFuture(e);
        }
        return result.exceptionally(thrown -> {
            Throwable error =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (error instanceof CallException || error instanceof InvalidValueException) {
                return ToolResult.error(String.valueOf(error.getMessage()));
            }
            throw new CompletionException(error);
        });
    }

    private GameTool newGame() {
        List<Argument> arguments = List.of(
                Argument.integer("size", Grid.MIN_SIZE, Grid.MAX_SIZE, "Rows and columns of the board. Default: 9."),
                Argument.choice(
                        "color", List.of("black", "white", "both"), "Your color. Black moves first. Default: black."),
                Argument.of(
                        "opponent",
                        "string",
                        "The player of the other color, from weak to strong: random, greedy, mcts-100, mcts-1000, or an"
                                + " engine of the server. Default: greedy.",
                        false),
                Argument.of(
                        "komi",
                        "number",
                        "Points that White gets, a multiple of 0.5. Default: that of the rules.",
                        false),
                Argument.choice("rules", RulesPreset.names(), "The rules. Default: tromp-taylor."),
                Argument.integer("handicap", 0, MAX_HANDICAP, "Handicap stones of Black: 0, or from 2. Default: 0."),
                Argument.choice("coordinates", PointNotation.texts(), "How points are written. Default: letters."),
                Argument.integer("seed", 0, Integer.MAX_VALUE, "Makes the opponent repeatable. Default: random."),
                Argument.of("task", "string", "A task, such as race-class0, instead of a whole game.", false));
        return new GameTool(
                "new_game",
                "Start a new game of Go. The game in progress ends. Call it first; all arguments are optional.",
                arguments,
                ENVIRONMENT + "CreateSession",
                (caller, fields) -> {
                    GameOptions options = GameOptionsReader.read(fields.object());
                    GatewaySession session = caller.session().get();
                    return sessions.reset(caller.principal(), session, options, caller.call())
                            .thenApply(step -> shown(step.observation()));
                });
    }

    private GameTool playMove() {
        return new GameTool(
                "play_move",
                "Place a stone of your color. The opponent replies at once. An illegal move changes nothing, and the"
                        + " result says why it is illegal.",
                List.of(Argument.of("move", "string", POINT, true)),
                STEP,
                (caller, fields) -> step(caller, fields.requiredText("move", MAX_MOVE_LENGTH)));
    }

    private CompletableFuture<ToolResult> step(Caller caller, String move) {
        GatewaySession session = caller.session().get();
        return sessions.step(caller.principal(), session, move, RequestKey.NONE, caller.call())
                .thenApply(step -> shown(step.observation()));
    }

    private GameTool whyIllegal() {
        return new GameTool(
                "why_illegal",
                "Say whether a move is legal now, and why not. Nothing is played.",
                List.of(Argument.of("move", "string", POINT, true)),
                ENVIRONMENT + "LegalActions",
                (caller, fields) -> {
                    String move = fields.requiredText("move", MAX_MOVE_LENGTH);
                    GatewaySession session = caller.session().get();
                    return sessions.refusal(caller.principal(), session, move, caller.call())
                            .thenApply(refusal -> ToolResult.of(refusal.orElse(move.strip() + " is legal.")));
                });
    }

    private GameTool explainRace() {
        return tool(
                "explain_race",
                "Explain the capturing races on the board: the liberties of both chains, and who captures if Black or White"
                        + " moves first.",
                "tengen.v1.AnalysisService/AnalyzeRace",
                (caller, fields) -> sessions.read(
                                caller.principal(), caller.session().get(), caller.call(), Position::new)
                        .thenCompose(position -> races.execute(
                                caller, () -> ToolResult.of(RaceText.of(position.game(), position.notation())))));
    }

    /** A copy of a position, which is analyzed while the session serves other calls. */
    private record Position(Game game, PointNotation notation) {
        Position(Environment environment, GameOptions options) {
            this(environment.game().copy(), options.view().notation());
        }
    }

    private CompletableFuture<ToolResult> read(Caller caller, BiFunction<Environment, GameOptions, ToolResult> reader) {
        return sessions.read(caller.principal(), caller.session().get(), caller.call(), reader);
    }

    private static ToolResult board(Environment environment, GameOptions options) {
        return shown(GameObservation.of(environment, options, Optional.empty()));
    }

    private static ToolResult shown(GameObservation observation) {
        String task = observation.task() == null
                ? ""
                : "\nThis is a capturing race: capture the other chain, or keep it from capturing yours.";
        String text = observation.message() + task + "\n\n" + observation.board() + "\nYou play "
                + observation.color() + ". Move " + observation.moveNumber() + ". Last moves: "
                + (observation.lastMoves().isEmpty() ? "none" : String.join(", ", observation.lastMoves()))
                + ". Captured: " + observation.captures().black() + " black, "
                + observation.captures().white() + " white. Rules: " + observation.rules() + ", komi "
                + observation.komi() + ".";
        return ToolResult.of(text, observation);
    }

    private static ToolResult legalMoves(Environment environment, GameOptions options) {
        List<String> moves =
                GameObservation.legalMoves(environment, options.view().notation());
        return ToolResult.of(
                moves.isEmpty() ? "The game is over; no move is legal." : String.join(" ", moves), new Moves(moves));
    }

    /** The legal moves. */
    private record Moves(List<String> legalMoves) {}

    private static ToolResult score(Environment environment, GameOptions options) {
        GameObservation.FinalScore score = GameObservation.FinalScore.of(environment);
        String kind = environment.isOver() ? "The game is over: " : "If the game ended now: ";
        return ToolResult.of(
                kind + score.result() + ". Black has " + score.black() + " points, White has " + score.white()
                        + " and komi " + environment.game().rules().komi() + ".\n\n"
                        + BoardText.diagram(environment, options.view().notation()),
                score);
    }
}
