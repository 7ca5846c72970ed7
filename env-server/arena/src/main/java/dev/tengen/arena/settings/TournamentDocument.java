package dev.tengen.arena.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.Names;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A tournament as it is written: by people in YAML, where keys with a default may be missing, and by {@link #of} in JSON, where
 * every key is present but {@code adjudication} without rules. The components are the keys.
 */
record TournamentDocument(
        @Nullable String name,
        @JsonProperty(required = true) List<PlayerSettings> players,
        @JsonProperty(required = true) FormatDocument format,
        @JsonProperty(required = true) String size,
        @Nullable JsonNode rules,
        @Nullable JsonNode openings,
        @Nullable String clock,
        @Nullable Integer networkAllowanceMs,
        @Nullable Integer maxMoves,
        @Nullable MoveLimitRule moveLimitRule,
        @Nullable AdjudicatorDocument adjudicator,
        @Nullable Adjudication adjudication,
        @Nullable Integer concurrency,
        @Nullable Long seed,
        @Nullable Map<String, EngineDocument> engines) {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})(?:x(\\d{1,2}))?");

    /** Returns {@code settings} as a document, with every value, and with the program of the adjudicator if it is given. */
    static TournamentDocument of(TournamentSettings settings, Optional<EngineSpec> adjudicatorEngine) {
        return new TournamentDocument(
                settings.name(),
                settings.players(),
                FormatDocument.of(settings.format()),
                settings.grid().toString(),
                SettingsSource.tree(settings.rules()),
                SettingsSource.tree(settings.openings()),
                settings.timeControl().toString(),
                (int) settings.networkAllowance().toMillis(),
                settings.maxMoves(),
                settings.moveLimitRule(),
                settings.adjudicator()
                        .map(player -> new AdjudicatorDocument(
                                player,
                                adjudicatorEngine.map(ProgramDocument::of).orElse(null)))
                        .orElse(null),
                settings.adjudication().equals(Adjudication.NONE) ? null : settings.adjudication(),
                settings.concurrency(),
                settings.seed(),
                null);
    }

    /**
     * Returns the settings.
     *
     * @param source the text of this document, for the lines in errors
     * @param defaultName the name of a tournament that has none; empty if it must have one
     * @param files finds the game records of openings; empty if the document contains them
     * @throws InvalidValueException if a value is not allowed
     */
    TournamentSettings settings(SettingsSource source, Optional<String> defaultName, Optional<RecordFiles> files) {
        String known = Optional.ofNullable(name).or(() -> defaultName).orElseThrow(() -> source.missing("name"));
        FormatSettings chosenFormat = format.settings(source);
        Grid grid = grid(source);
        Rules chosenRules = rules == null ? Rules.TROMP_TAYLOR : rules(source, rules, grid);
        OpeningSettings chosenOpenings = openings == null
                ? TournamentSettings.DEFAULT_OPENINGS
                : openings(source, openings, files, grid, chosenRules);
        Adjudication chosenAdjudication = Objects.requireNonNullElse(adjudication, Adjudication.NONE);
        source.at("adjudication", () -> {
            chosenAdjudication.requireFor(chosenRules);
            return chosenAdjudication;
        });
        TimeControl timeControl = clock == null ? TimeControl.NONE : source.at("clock", () -> TimeControl.parse(clock));
        return source.at(
                "",
                () -> new TournamentSettings(
                        known,
                        players,
                        chosenFormat,
                        grid,
                        chosenRules,
                        chosenOpenings,
                        timeControl,
                        networkAllowanceMs == null
                                ? TournamentSettings.DEFAULT_NETWORK_ALLOWANCE
                                : TournamentSettings.networkAllowance(networkAllowanceMs),
                        Objects.requireNonNullElse(maxMoves, EnvironmentSpec.DEFAULT_MAX_MOVES),
                        Objects.requireNonNullElse(moveLimitRule, MoveLimitRule.SCORE),
                        chosenAdjudication,
                        Objects.requireNonNullElse(concurrency, TournamentSettings.DEFAULT_CONCURRENCY),
                        Objects.requireNonNullElse(seed, 0L),
                        Optional.ofNullable(adjudicator).map(AdjudicatorDocument::player)));
    }

    private Grid grid(SettingsSource source) {
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw source.error("size", "a size such as 9 or 9x7 (width x height)");
        }
        int width = Integer.parseInt(matcher.group(1));
        int height = matcher.group(2) == null ? width : Integer.parseInt(matcher.group(2));
        return source.at("size", () -> Grid.of(width, height));
    }

    /** Reads a preset or rules in KataGo's notation, or a mapping: a preset, and values that replace those of the preset. */
    private static Rules rules(SettingsSource source, JsonNode node, Grid grid) {
        if (!(node instanceof ObjectNode values)) {
            return preset(source, "rules", node, grid);
        }
        JsonNode preset = values.remove("preset");
        Rules base =
                preset == null ? RulesPreset.TROMP_TAYLOR.rules(grid) : preset(source, "rules.preset", preset, grid);
        return source.read("rules", SettingsSource.<ObjectNode>tree(base).setAll(values), Rules.class);
    }

    private static Rules preset(SettingsSource source, String path, JsonNode node, Grid grid) {
        String text = source.read(path, node, String.class);
        return RulesText.preset(text)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(text))
                .orElseThrow(() ->
                        source.error(path, "one of " + RulesPreset.names() + Names.hint(text, RulesPreset.names())));
    }

    /** Reads "empty", random moves, a book or game records: from files if there are {@code files}, else from the document. */
    private static OpeningSettings openings(
            SettingsSource source, JsonNode node, Optional<RecordFiles> files, Grid grid, Rules rules) {
        if (!node.isObject()) {
            if (!node.asText().equals(OpeningSettings.Empty.NAME)) {
                throw source.error("openings", "empty, {random: 2}, {book: FILE} or {sgf: [...], moves: 6}");
            }
            return new OpeningSettings.Empty();
        }
        if (node.has("random")) {
            return source.read("openings", node, OpeningSettings.RandomMoves.class);
        }
        if (node.has("book")) {
            return files.isEmpty()
                    ? source.read("openings", node, OpeningSettings.Book.class)
                    : book(source, source.read("openings", node, BookName.class), files.get(), grid, rules);
        }
        if (files.isEmpty()) {
            return source.read("openings", node, OpeningSettings.Records.class);
        }
        RecordNames names = source.read("openings", node, RecordNames.class);
        SgfOpenings reader = source.at("openings", () -> new SgfOpenings(grid, rules, names.moves));
        List<String> texts = files.get().texts(source, names.sgf, reader);
        return source.at("openings", () -> new OpeningSettings.Records(texts, names.moves));
    }

    private static OpeningSettings book(
            SettingsSource source, BookName name, RecordFiles files, Grid grid, Rules rules) {
        int moveCount = Objects.requireNonNullElse(name.moves, OpeningBook.MAX_LENGTH);
        OpeningSettings.Book book = files.book(source, "openings.book", name.book, grid, moveCount);
        source.at("openings.book", () -> book.openings(grid, rules, 1, 0)); // Checks every line.
        return book;
    }

    /** A book of openings by the name of its file. */
    private record BookName(
            @JsonProperty(required = true) String book,
            @Nullable Integer moves) {}

    /** Game records by the names of their files. */
    private record RecordNames(
            @JsonProperty(required = true) List<String> sgf,
            @JsonProperty(required = true) int moves) {}

    /** Returns the engines. */
    List<EngineSpec> engines(SettingsSource source) {
        List<EngineSpec> list = new ArrayList<>();
        if (engines != null) {
            engines.forEach(
                    (engine, document) -> list.add(source.at("engines." + engine, () -> document.spec(engine))));
        }
        return list;
    }

    /** The format: exactly one of the keys. */
    record FormatDocument(
            FormatSettings.@Nullable RoundRobin roundRobin,
            FormatSettings.@Nullable Gauntlet gauntlet,
            FormatSettings.@Nullable Swiss swiss,
            FormatSettings.@Nullable Sprt sprt,
            FormatSettings.@Nullable Ladder ladder) {
        private static FormatDocument of(FormatSettings format) {
            return new FormatDocument(
                    format instanceof FormatSettings.RoundRobin roundRobin ? roundRobin : null,
                    format instanceof FormatSettings.Gauntlet gauntlet ? gauntlet : null,
                    format instanceof FormatSettings.Swiss swiss ? swiss : null,
                    format instanceof FormatSettings.Sprt sprt ? sprt : null,
                    format instanceof FormatSettings.Ladder ladder ? ladder : null);
        }

        private FormatSettings settings(SettingsSource source) {
            List<FormatSettings> given = Stream.<FormatSettings>of(roundRobin, gauntlet, swiss, sprt, ladder)
                    .filter(Objects::nonNull)
                    .toList();
            if (given.size() != 1) {
                throw source.error("format", "one of [round_robin, gauntlet, swiss, sprt, ladder]");
            }
            return given.get(0);
        }
    }

    /** An engine. The text form is the command. */
    record EngineDocument(
            @JsonProperty(required = true) String command,
            @Nullable DeadStones deadStones,
            @Nullable Integer startSeconds,
            @Nullable Integer moveSeconds) {
        private static final int MAX_SECONDS = 3600;
        private static final List<DeadStones> CHOICES = List.of(DeadStones.AS_THEY_STAND, DeadStones.CAPTURED);

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        EngineDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static EngineDocument of(String command) {
            return new EngineDocument(command, null, null, null);
        }

        private EngineSpec spec(String name) {
            EngineSpec spec = EngineSpec.of(name, command);
            if (deadStones != null && !CHOICES.contains(deadStones)) {
                throw InvalidValueException.not("dead_stones", '"' + deadStones.choice() + '"', "one of " + CHOICES);
            }
            return new EngineSpec(
                    name,
                    spec.command(),
                    seconds("start_seconds", startSeconds).orElse(spec.startTimeout()),
                    seconds("move_seconds", moveSeconds),
                    Objects.requireNonNullElse(deadStones, spec.deadStones()));
        }

        private static Optional<Duration> seconds(String field, @Nullable Integer seconds) {
            if (seconds == null) {
                return Optional.empty();
            }
            InvalidValueException.requireWithin(field, seconds, 1, MAX_SECONDS);
            return Optional.of(Duration.ofSeconds(seconds));
        }
    }

    /** Returns the program of the adjudicator, which only the store keeps. */
    Optional<EngineSpec> adjudicatorEngine() {
        return Optional.ofNullable(adjudicator).flatMap(AdjudicatorDocument::engineSpec);
    }

    /** The engine that scores games at the limit on moves. The text form is its name as a player. */
    record AdjudicatorDocument(
            @JsonProperty(required = true) String player,
            @Nullable ProgramDocument engine) {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        AdjudicatorDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static AdjudicatorDocument of(String player) {
            return new AdjudicatorDocument(player, null);
        }

        private Optional<EngineSpec> engineSpec() {
            return PlayerSettings.engine(player)
                    .flatMap(name -> Optional.ofNullable(engine).map(program -> program.spec(name)));
        }
    }

    /** A player as the store keeps it, with the program if it is an engine of a file. */
    record StoredPlayerDocument(
            @JsonUnwrapped PlayerSettings player, @Nullable ProgramDocument engine) {}

    /** A {@link StoredPlayerDocument} as it is read: with the keys of the player, since a record cannot be read unwrapped. */
    record ReadPlayerDocument(
            String name,
            String player,
            @Nullable Double rating,
            @Nullable String clock,
            @Nullable ProgramDocument engine) {
        /** Returns the program of an engine; empty for other players. */
        Optional<EngineSpec> engineSpec() {
            return new PlayerSettings(name, player, rating, clock)
                    .engine()
                    .flatMap(known -> Optional.ofNullable(engine).map(program -> program.spec(known)));
        }
    }

    /** The program of an engine as the store keeps it. Without a limit for moves, the clock is the only one. */
    record ProgramDocument(
            List<String> command,
            String deadStones,
            long startTimeoutMs,
            @Nullable Long moveTimeoutMs) {
        static ProgramDocument of(EngineSpec spec) {
            return new ProgramDocument(
                    spec.command(),
                    spec.deadStones().choice(),
                    spec.startTimeout().toMillis(),
                    spec.moveTimeout().map(Duration::toMillis).orElse(null));
        }

        EngineSpec spec(String name) {
            DeadStones choice = EngineDocument.CHOICES.stream()
                    .filter(known -> known.choice().equals(deadStones))
                    .findFirst()
                    .orElseThrow(() -> InvalidValueException.not(
                            "dead_stones", '"' + deadStones + '"', "one of " + EngineDocument.CHOICES));
            return new EngineSpec(
                    name,
                    command,
                    Duration.ofMillis(startTimeoutMs),
                    Optional.ofNullable(moveTimeoutMs).map(Duration::ofMillis),
                    choice);
        }
    }
}
