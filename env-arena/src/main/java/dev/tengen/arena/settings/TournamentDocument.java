package dev.tengen.arena.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.DeadStones;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.gtp.driver.EngineSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tournament as it is written: by people in YAML, where values that have a default may be missing, and by {@link #of} in JSON,
 * where every value is present. The components are the keys.
 */
record TournamentDocument(
        @Nullable String name,
        @JsonProperty(required = true) List<PlayerDocument> players,
        @JsonProperty(required = true) FormatDocument format,
        @JsonProperty(required = true) String size,
        @Nullable RulesDocument rules,
        @Nullable OpeningsDocument openings,
        @Nullable String clock,
        @Nullable Integer networkAllowanceMs,
        @Nullable Integer maxMoves,
        @Nullable Integer concurrency,
        @Nullable Long seed,
        @Nullable Map<String, EngineDocument> engines) {
    private static final double DEFAULT_ERROR = 0.05;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})(?:x(\\d{1,2}))?");

    /** Returns {@code settings} as a document, with every value. */
    static TournamentDocument of(TournamentSettings settings) {
        return new TournamentDocument(
                settings.name(),
                settings.players().stream().map(PlayerDocument::of).toList(),
                FormatDocument.of(settings.format()),
                settings.grid().toString(),
                RulesDocument.of(settings.rules()),
                OpeningsDocument.of(settings.openings()),
                settings.timeControl().toString(),
                (int) settings.networkAllowance().toMillis(),
                settings.maxMoves(),
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
        Grid grid = grid(source);
        List<PlayerSettings> list = new ArrayList<>();
        for (PlayerDocument player : players) {
            list.add(source.at("players[" + list.size() + "]", player::settings));
        }
        FormatSettings chosenFormat = format.settings(source);
        Rules chosenRules = rules == null ? Rules.TROMP_TAYLOR : rules.rules(source, grid);
        OpeningSettings chosenOpenings = openings == null
                ? TournamentSettings.DEFAULT_OPENINGS
                : openings.settings(source, files, grid, chosenRules);
        String control = Objects.requireNonNullElse(clock, TimeControl.NONE.toString());
        TimeControl timeControl = source.at("clock", () -> TimeControl.parse(control));
        return source.at(
                "",
                () -> new TournamentSettings(
                        known,
                        list,
                        chosenFormat,
                        grid,
                        chosenRules,
                        chosenOpenings,
                        timeControl,
                        networkAllowanceMs == null
                                ? TournamentSettings.DEFAULT_NETWORK_ALLOWANCE
                                : TournamentSettings.networkAllowance(networkAllowanceMs),
                        Objects.requireNonNullElse(maxMoves, EnvironmentSpec.DEFAULT_MAX_MOVES),
                        Objects.requireNonNullElse(concurrency, TournamentSettings.DEFAULT_CONCURRENCY),
                        Objects.requireNonNullElse(seed, 0L)));
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

    /** Returns the engines. */
    List<EngineSpec> engines(SettingsSource source) {
        List<EngineSpec> list = new ArrayList<>();
        if (engines != null) {
            engines.forEach((engine, document) ->
                    list.add(source.at("engines." + engine, () -> document.spec(source, engine))));
        }
        return list;
    }

    /** A player. The text form is what plays, which is then also the name. */
    record PlayerDocument(
            @Nullable String name,
            @JsonProperty(required = true) String player,
            @Nullable Double rating) {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        PlayerDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static PlayerDocument of(String player) {
            return new PlayerDocument(player, player, null);
        }

        static PlayerDocument of(PlayerSettings player) {
            Double rating =
                    player.rating().isPresent() ? (Double) player.rating().getAsDouble() : null;
            return new PlayerDocument(player.name(), player.player(), rating);
        }

        private PlayerSettings settings() {
            return new PlayerSettings(
                    Objects.requireNonNullElse(name, player),
                    player,
                    rating == null ? OptionalDouble.empty() : OptionalDouble.of(rating));
        }
    }

    /** A player as the store keeps it, with the program if it is an engine of a file. */
    record StoredPlayerDocument(
            @JsonUnwrapped PlayerDocument player, @Nullable ProgramDocument engine) {
        static StoredPlayerDocument of(PlayerSettings player, Optional<EngineSpec> engine) {
            return new StoredPlayerDocument(
                    PlayerDocument.of(player), engine.map(ProgramDocument::of).orElse(null));
        }
    }

    /** The program of an engine as the store keeps it. */
    record ProgramDocument(List<String> command, String deadStones, long startTimeoutMs, long moveTimeoutMs) {
        private static ProgramDocument of(EngineSpec spec) {
            return new ProgramDocument(
                    spec.command(),
                    spec.deadStones().choice(),
                    spec.startTimeout().toMillis(),
                    spec.moveTimeout().toMillis());
        }
    }

    /** The format: exactly one of the keys. */
    record FormatDocument(
            FormatSettings.@Nullable RoundRobin roundRobin,
            FormatSettings.@Nullable Gauntlet gauntlet,
            FormatSettings.@Nullable Swiss swiss,
            @Nullable SprtDocument sprt) {
        private static final List<String> KEYS = List.of("round_robin", "gauntlet", "swiss", "sprt");

        private static FormatDocument of(FormatSettings format) {
            return new FormatDocument(
                    format instanceof FormatSettings.RoundRobin roundRobin ? roundRobin : null,
                    format instanceof FormatSettings.Gauntlet gauntlet ? gauntlet : null,
                    format instanceof FormatSettings.Swiss swiss ? swiss : null,
                    format instanceof FormatSettings.Sprt sprt ? SprtDocument.of(sprt.spec()) : null);
        }

        private FormatSettings settings(SettingsSource source) {
            List<FormatSettings> given = new ArrayList<>();
            Optional.ofNullable(roundRobin).ifPresent(given::add);
            Optional.ofNullable(gauntlet).ifPresent(given::add);
            Optional.ofNullable(swiss).ifPresent(given::add);
            Optional.ofNullable(sprt)
                    .ifPresent(test -> given.add(source.at("format.sprt", () -> new FormatSettings.Sprt(test.spec()))));
            if (given.size() != 1) {
                throw source.error("format", "one of " + KEYS);
            }
            return given.get(0);
        }
    }

    /** The hypotheses of a sequential test. */
    record SprtDocument(
            @JsonProperty(required = true) double elo0,
            @JsonProperty(required = true) double elo1,
            @Nullable Double alpha,
            @Nullable Double beta) {
        private static SprtDocument of(SprtSpec spec) {
            return new SprtDocument(spec.elo0(), spec.elo1(), spec.alpha(), spec.beta());
        }

        private SprtSpec spec() {
            return new SprtSpec(
                    elo0,
                    elo1,
                    Objects.requireNonNullElse(alpha, DEFAULT_ERROR),
                    Objects.requireNonNullElse(beta, DEFAULT_ERROR),
                    SprtSpec.Unit.PAIR);
        }
    }

    /** The rules: a preset, and values that replace those of the preset. The text form is a preset or rules in KataGo's notation. */
    record RulesDocument(
            @Nullable String preset,
            @Nullable Double komi,
            @Nullable Ko ko,
            @Nullable Suicide suicide,
            @Nullable Scoring scoring,
            @Nullable Tax tax,
            @Nullable Integer passesToEnd,
            @Nullable HandicapBonus handicapBonus,
            @Nullable DeadStones deadStones,
            @Nullable RepetitionEnd repetitionEnd,
            @Nullable Boolean friendlyPassOk) {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        RulesDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static RulesDocument of(String preset) {
            return new RulesDocument(preset, null, null, null, null, null, null, null, null, null, null);
        }

        private static RulesDocument of(Rules rules) {
            return new RulesDocument(
                    null,
                    rules.komi(),
                    rules.ko(),
                    rules.suicide(),
                    rules.scoring(),
                    rules.tax(),
                    rules.passesToEnd(),
                    rules.handicapBonus(),
                    rules.deadStones(),
                    rules.repetitionEnd(),
                    rules.friendlyPassOk());
        }

        private Rules rules(SettingsSource source, Grid grid) {
            String named = Objects.requireNonNullElse(preset, RulesPreset.TROMP_TAYLOR.presetName());
            Rules.Builder rules = RulesText.preset(named)
                    .map(known -> known.rules(grid))
                    .or(() -> RulesText.parse(named))
                    .orElseThrow(() -> source.error(
                            source.has("rules.preset") ? "rules.preset" : "rules", "one of " + RulesPreset.names()))
                    .toBuilder();
            Optional.ofNullable(komi).ifPresent(rules::komi);
            Optional.ofNullable(ko).ifPresent(rules::ko);
            Optional.ofNullable(suicide).ifPresent(rules::suicide);
            Optional.ofNullable(scoring).ifPresent(rules::scoring);
            Optional.ofNullable(tax).ifPresent(rules::tax);
            Optional.ofNullable(passesToEnd).ifPresent(rules::passesToEnd);
            Optional.ofNullable(handicapBonus).ifPresent(rules::handicapBonus);
            Optional.ofNullable(deadStones).ifPresent(rules::deadStones);
            Optional.ofNullable(repetitionEnd).ifPresent(rules::repetitionEnd);
            Optional.ofNullable(friendlyPassOk).ifPresent(rules::friendlyPassOk);
            return source.at("rules", rules::build);
        }
    }

    /** The openings: random moves, the text "empty", or game records: in a file their paths, in JSON their content. */
    record OpeningsDocument(
            @Nullable Integer random,
            @Nullable List<String> sgf,
            @Nullable List<String> records,
            @Nullable Integer moves) {
        private static final String EMPTY = "empty";

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        OpeningsDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static OpeningsDocument of(String text) {
            if (!text.equals(EMPTY)) {
                throw InvalidValueException.not(
                        "openings", '"' + text + '"', "empty, {random: 2} or {sgf: [...], moves: 6}");
            }
            return new OpeningsDocument(null, null, null, null);
        }

        private static OpeningsDocument of(OpeningSettings openings) {
            if (openings instanceof OpeningSettings.RandomMoves randomMoves) {
                return new OpeningsDocument(randomMoves.moveCount(), null, null, null);
            }
            return openings instanceof OpeningSettings.Records known
                    ? new OpeningsDocument(null, null, known.sgf(), known.moveCount())
                    : of(EMPTY);
        }

        @JsonValue
        Object json() {
            Map<String, Object> json = new LinkedHashMap<>();
            Optional.ofNullable(random).ifPresent(count -> json.put("random", count));
            Optional.ofNullable(records).ifPresent(texts -> json.put("records", texts));
            Optional.ofNullable(moves).ifPresent(count -> json.put("moves", count));
            return json.isEmpty() ? EMPTY : json;
        }

        private OpeningSettings settings(SettingsSource source, Optional<RecordFiles> files, Grid grid, Rules rules) {
            String key = files.isPresent() ? "sgf" : "records";
            String otherKey = files.isPresent() ? "records" : "sgf";
            if (source.has("openings." + otherKey)) {
                throw source.unknown("openings", otherKey, List.of("random", key, "moves"));
            }
            if (random != null) {
                if (moves != null || sgf != null || records != null) {
                    throw source.unknown("openings", moves != null ? "moves" : key, List.of("random"));
                }
                return source.at("openings.random", () -> new OpeningSettings.RandomMoves(random));
            }
            List<String> texts = files.isPresent() ? sgf : records;
            if (texts == null && moves == null) {
                return new OpeningSettings.Empty();
            }
            if (texts == null || moves == null) {
                throw source.missing("openings." + (texts == null ? key : "moves"));
            }
            List<String> known = files.map(reader -> reader.texts(
                            source, texts, source.at("openings", () -> new SgfOpenings(grid, rules, moves))))
                    .orElse(texts);
            return source.at("openings", () -> new OpeningSettings.Records(known, moves));
        }
    }

    /** An engine. The text form is the command. */
    record EngineDocument(
            @JsonProperty(required = true) String command,
            dev.tengen.gtp.driver.@Nullable DeadStones deadStones,
            @Nullable Integer startSeconds,
            @Nullable Integer moveSeconds) {
        private static final int MAX_SECONDS = 3600;
        private static final List<dev.tengen.gtp.driver.DeadStones> DEAD_STONES =
                List.of(dev.tengen.gtp.driver.DeadStones.AS_THEY_STAND, dev.tengen.gtp.driver.DeadStones.CAPTURED);

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        EngineDocument {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static EngineDocument of(String command) {
            return new EngineDocument(command, null, null, null);
        }

        private EngineSpec spec(SettingsSource source, String name) {
            EngineSpec spec = EngineSpec.of(name, command);
            if (deadStones != null && !DEAD_STONES.contains(deadStones)) {
                throw InvalidValueException.not(
                        "dead_stones", '"' + deadStones.choice() + '"', "one of " + DEAD_STONES);
            }
            return spec.withDeadStones(Objects.requireNonNullElse(deadStones, spec.deadStones()))
                    .withStartTimeout(seconds("start_seconds", startSeconds, spec.startTimeout()))
                    .withMoveTimeout(seconds("move_seconds", moveSeconds, spec.moveTimeout()));
        }

        private static Duration seconds(String field, @Nullable Integer seconds, Duration otherwise) {
            if (seconds == null) {
                return otherwise;
            }
            if (seconds < 1 || seconds > MAX_SECONDS) {
                throw InvalidValueException.outside(field, seconds, 1, MAX_SECONDS);
            }
            return Duration.ofSeconds(seconds);
        }
    }
}
