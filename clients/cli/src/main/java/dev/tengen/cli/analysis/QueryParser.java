package dev.tengen.cli.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.cli.analysis.AnalysisQuery.Warning;
import dev.tengen.cli.gtp.EngineGame;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Setup;
import dev.tengen.player.MoveFilter;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Checks the fields of one query for analysis, in the order of KataGo, whose error messages they have. */
final class QueryParser {
    private static final Set<String> FIELDS = Set.of(
            "id",
            "action",
            "boardXSize",
            "boardYSize",
            "initialStones",
            "initialPlayer",
            "moves",
            "rules",
            "komi",
            "whiteHandicapBonus",
            "analyzeTurns",
            "priority",
            "priorities",
            "maxVisits",
            "analysisPVLen",
            "includeOwnership",
            "includeMovesOwnership",
            "includePolicy",
            "includePVVisits",
            "reportDuringSearchEvery",
            "firstReportDuringSearchAfter",
            "avoidMoves",
            "allowMoves",
            "overrideSettings");

    /** Fields of KataGo that belong to its network or to its kind of search. */
    private static final Set<String> FIELDS_WITHOUT_EFFECT = Set.of(
            "includeOwnershipStdev",
            "includeMovesOwnershipStdev",
            "includeNoResultValue",
            "rootFpuReductionMax",
            "rootPolicyTemperature");

    private static final double DEFAULT_AREA_KOMI = 7.5;
    private static final double DEFAULT_TERRITORY_KOMI = 6.5;
    private static final int DEFAULT_VARIATION_LENGTH = 15;
    private static final int LEAST_HANDICAP = 2;
    private static final long MAX_VISITS_FIELD = 1L << 50;
    private static final long MAX_PRIORITY = 1L << 62;

    private final AnalysisSettings settings;
    private final AnalysisOutput output;
    private final ObjectNode object;
    private final QueryFields fields;
    private final List<Warning> warnings = new ArrayList<>();
    private Perspective perspective;
    private int visits;
    private OptionalLong maxNanos = OptionalLong.empty();

    private QueryParser(ObjectNode object, AnalysisSettings settings, AnalysisOutput output) {
        this.object = object;
        this.settings = settings;
        this.output = output;
        fields = new QueryFields(object);
        perspective = settings.perspective();
        visits = settings.visits();
    }

    /**
     * Parses a query that has an id.
     *
     * @param output where its tasks write their answers
     * @throws QueryException if a field is missing or invalid, or a move is illegal
     */
    static AnalysisQuery parse(ObjectNode object, AnalysisSettings settings, AnalysisOutput output)
            throws QueryException {
        return new QueryParser(object, settings, output).parse();
    }

    private AnalysisQuery parse() throws QueryException {
        Grid grid = Grid.of(size("boardXSize"), size("boardYSize"));
        List<RecordedMove> stones = fields.moves("initialStones", grid, false);
        if (!fields.has("moves")) {
            throw new QueryException("moves", "Must specify an array of [player,location] pairs");
        }
        List<RecordedMove> moves = fields.moves("moves", grid, true);
        Setup setup = setup(grid, stones, moves);
        SortedMap<Integer, Long> turns = turns(moves.size());
        Rules rules = rules();
        readOverrides();
        readVisits();
        ReportOptions options = options();
        SearchLimits limits = limits();
        MoveFilter filter = filter(grid);
        requireLegal(setup, rules, moves, turns);
        warnOfOtherFields();
        List<PositionTask> tasks = new ArrayList<>();
        for (Map.Entry<Integer, Long> turn : turns.entrySet()) {
            Position position = new Position(setup, rules, moves.subList(0, turn.getKey()));
            tasks.add(new PositionTask(
                    object.get("id").textValue(),
                    turn.getKey(),
                    turn.getValue(),
                    position,
                    filter,
                    limits,
                    options,
                    settings.seed(),
                    output));
        }
        return new AnalysisQuery(tasks, warnings);
    }

    private int size(String field) throws QueryException {
        String message = "Must provide an integer from 1 to " + Grid.MAX_SIZE;
        long size = fields.integer(field, 1, Grid.MAX_SIZE, 0, message);
        if (size == 0) {
            throw new QueryException(field, message);
        }
        return (int) size;
    }

    private Setup setup(Grid grid, List<RecordedMove> stones, List<RecordedMove> moves) throws QueryException {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        for (RecordedMove stone : stones) {
            black.remove(stone.move());
            white.remove(stone.move());
            (stone.color() == Color.BLACK ? black : white).add(stone.move());
        }
        boolean isHandicap = black.size() >= LEAST_HANDICAP && white.isEmpty();
        int player = isHandicap ? Color.WHITE : Color.BLACK;
        if (fields.has("initialPlayer")) {
            player = fields.player("initialPlayer");
        } else if (!moves.isEmpty()) {
            player = moves.get(0).color();
        }
        try {
            return Setup.of(grid, black, white, player).withHandicap(isHandicap ? black.size() : 0);
        } catch (InvalidValueException e) {
            throw new QueryException("initialStones", "A chain has no liberty: " + e.getMessage());
        }
    }

    /** Returns the turns to analyze with their priorities. */
    private SortedMap<Integer, Long> turns(int moveCount) throws QueryException {
        Optional<List<Integer>> asked =
                fields.integers("analyzeTurns", "Must specify an array of integers indicating turns to analyze");
        String integers = "Must specify an array of integers indicating priorities";
        Optional<List<Integer>> priorities = fields.integers("priorities", integers);
        if (priorities.isPresent() && fields.has("priority")) {
            throw new QueryException("priority", "Cannot specify both priority and priorities");
        }
        if (priorities.isPresent() && asked.isEmpty()) {
            throw new QueryException("priorities", "Can only specify when also specifying analyzeTurns");
        }
        if (priorities.isPresent() && priorities.get().size() != asked.get().size()) {
            throw new QueryException("priorities", "Must be of matching length to analyzeTurns");
        }
        long priority =
                fields.integer("priority", -MAX_PRIORITY, MAX_PRIORITY, 0, "Must be a number between -2^62 and 2^62");
        SortedMap<Integer, Long> turns = new TreeMap<>();
        List<Integer> numbers = asked.orElse(List.of(moveCount));
        for (int index = 0; index < numbers.size(); index++) {
            int turn = numbers.get(index);
            if (turn < 0 || turn > moveCount) {
                throw new QueryException("analyzeTurns", "Invalid turn number: " + turn);
            }
            turns.put(turn, priorities.isPresent() ? (long) priorities.get().get(index) : priority);
        }
        return turns;
    }

    private Rules rules() throws QueryException {
        JsonNode value = object.path("rules");
        if (!value.isTextual() && !value.isObject()) {
            throw new QueryException(
                    "rules",
                    "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with detailed"
                            + " rules parameters.");
        }
        String text = value.isTextual() ? value.textValue() : value.toString();
        Rules rules = RulesText.parse(text, DEFAULT_AREA_KOMI)
                .orElseThrow(() -> new QueryException("rules", "Could not parse rules: " + text));
        if (fields.has("komi")) {
            JsonNode komi = object.get("komi");
            if (!komi.isNumber() || !Rules.isKomi(komi.doubleValue())) {
                throw new QueryException("komi", "Must be a integer or half-integer from -1000.0 to 1000.0");
            }
            rules = rules.withKomi(komi.doubleValue());
        } else if (rules.scoring() == Scoring.TERRITORY) {
            rules = rules.withKomi(DEFAULT_TERRITORY_KOMI);
        }
        return fields.has("whiteHandicapBonus") ? rules.withHandicapBonus(bonus()) : rules;
    }

    private HandicapBonus bonus() throws QueryException {
        return switch (object.get("whiteHandicapBonus").asText()) {
            case "0" -> HandicapBonus.NONE;
            case "N" -> HandicapBonus.N;
            case "N-1" -> HandicapBonus.N_MINUS_ONE;
            default -> throw new QueryException("whiteHandicapBonus", "Must be \"0\", \"N\" or \"N-1\"");
        };
    }

    /** Reads the settings of KataGo that have a meaning here, and warns of the others. */
    private void readOverrides() throws QueryException {
        JsonNode overrides = object.path("overrideSettings");
        if (overrides.isMissingNode()) {
            return;
        }
        if (!overrides.isObject()) {
            throw new QueryException("overrideSettings", "Must be an object");
        }
        List<String> others = new ArrayList<>();
        for (Map.Entry<String, JsonNode> setting : overrides.properties()) {
            switch (setting.getKey()) {
                case "reportAnalysisWinratesAs" ->
                    perspective = perspective(setting.getValue().asText());
                case "maxTime" -> maxNanos = new QueryFields(overrides).seconds("maxTime");
                case "maxVisits" -> visits = visits(new QueryFields(overrides));
                default -> others.add(setting.getKey());
            }
        }
        if (!others.isEmpty()) {
            warnings.add(new Warning("overrideSettings", "Unknown config params: " + String.join(",", others)));
        }
    }

    private static Perspective perspective(String name) throws QueryException {
        try {
            return Perspective.valueOf(name.toUpperCase(Locale.ROOT).replace("_", ""));
        } catch (IllegalArgumentException e) {
            throw new QueryException(
                    "overrideSettings",
                    "Could not set settings: reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE");
        }
    }

    private void readVisits() throws QueryException {
        if (fields.has("maxVisits")) {
            visits = visits(fields);
        }
    }

    private int visits(QueryFields from) throws QueryException {
        long asked = from.integer("maxVisits", 1, MAX_VISITS_FIELD, 1, "Must be an integer from 1 to 2^50");
        if (asked > settings.maxVisits()) {
            warnings.add(new Warning("maxVisits", "The search ends after " + settings.maxVisits() + " visits"));
        }
        return (int) Math.min(asked, settings.maxVisits());
    }

    private ReportOptions options() throws QueryException {
        if (fields.truth("includePolicy")) {
            warnings.add(new Warning("includePolicy", "There is no policy: the search uses no network"));
        }
        String length = "Must be an integer from 1 to 1000";
        return new ReportOptions(
                perspective,
                (int) fields.integer("analysisPVLen", 1, 1000, DEFAULT_VARIATION_LENGTH, length),
                fields.truth("includeOwnership"),
                fields.truth("includeMovesOwnership"),
                fields.truth("includePVVisits"));
    }

    private SearchLimits limits() throws QueryException {
        OptionalLong every = fields.seconds("reportDuringSearchEvery");
        OptionalLong first = fields.seconds("firstReportDuringSearchAfter");
        return new SearchLimits(visits, maxNanos, first.isPresent() ? first : every, every);
    }

    private MoveFilter filter(Grid grid) throws QueryException {
        boolean isAllow = fields.has("allowMoves");
        if (isAllow && fields.has("avoidMoves")) {
            throw new QueryException("allowMoves", "Cannot specify both allowMoves and avoidMoves");
        }
        String field = isAllow ? "allowMoves" : "avoidMoves";
        JsonNode entries = object.path(field);
        if (entries.isMissingNode()) {
            return MoveFilter.NONE;
        }
        String form = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'";
        if (!entries.isArray()) {
            throw new QueryException(field, form);
        }
        MoveFilter filter = MoveFilter.NONE;
        List<Integer> allowing = new ArrayList<>();
        for (JsonNode entry : entries) {
            if (!entry.has("player") || !entry.has("moves") || !entry.has("untilDepth")) {
                throw new QueryException(field, form);
            }
            QueryFields subfields = new QueryFields(entry);
            int color = subfields.player("player");
            if (isAllow && allowing.contains(color)) {
                throw new QueryException(field, "Cannot specify allowMoves more than once for the same player");
            }
            allowing.add(color);
            List<Integer> moves = subfields.vertices("moves", grid);
            int depth = (int) subfields.integer("untilDepth", 1, 1_000_000_000, 1, "Must be a positive integer");
            filter = isAllow ? filter.allowing(grid, color, moves, depth) : filter.avoiding(grid, color, moves, depth);
        }
        return filter;
    }

    private static void requireLegal(Setup setup, Rules rules, List<RecordedMove> moves, SortedMap<Integer, Long> turns)
            throws QueryException {
        EngineGame game = new EngineGame(setup, rules);
        for (int turn = 0; turn <= moves.size(); turn++) {
            if (turns.containsKey(turn) && game.isEndedByRepetition()) {
                throw new QueryException("analyzeTurns", "A repetition has ended the game before turn " + turn);
            }
            if (turn < moves.size()) {
                RecordedMove move = moves.get(turn);
                if (!game.tryPlay(move.color(), move.move()).isLegal()) {
                    String name = setup.grid().name(move.move());
                    throw new QueryException("moves", "Illegal move " + turn + ": " + name);
                }
            }
        }
    }

    private void warnOfOtherFields() {
        object.fieldNames().forEachRemaining(field -> {
            if (FIELDS_WITHOUT_EFFECT.contains(field)) {
                warnings.add(new Warning(field, "This engine has no such value or parameter, the field is ignored"));
            } else if (!FIELDS.contains(field)) {
                warnings.add(new Warning(field, "Unexpected or unused field, do you have a typo?"));
            }
        });
    }
}
