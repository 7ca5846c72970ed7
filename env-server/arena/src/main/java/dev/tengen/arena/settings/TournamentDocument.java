package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Maps;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.EmptyOpening;
import dev.tengen.proto.v1.LadderFormat;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.RecordOpenings;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.server.convert.RulesConverter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tournament as it is written: by people in YAML, where keys with a default may be missing, and by {@link #json} for
 * the store, where every key is present but those without a value. Both bind to a {@link TournamentSpec}; this class
 * has what differs from it.
 *
 * @param settings the settings
 * @param engines the engines
 */
record TournamentDocument(TournamentSettings settings, List<EngineSpec> engines) {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})(?:x(\\d{1,2}))?");
    private static final String EMPTY = "empty";
    private static final List<String> ENGINE_KEYS = List.of("command", "dead_stones", "start_seconds", "move_seconds");
    private static final List<DeadStones> DEAD_STONES = List.of(DeadStones.values());
    private static final int MAX_SECONDS = 3600;

    /**
     * Reads a document.
     *
     * @param defaultName the name of a tournament that has none; empty if it must have one
     * @param files finds the game records of openings; empty if the document contains them
     * @throws InvalidValueException if a value is not allowed
     */
    static TournamentDocument read(SettingsSource source, Optional<String> defaultName, Optional<RecordFiles> files) {
        SettingsSource.Value root = source.root();
        TournamentSpec.Builder spec = TournamentSpec.newBuilder()
                .setName(defaultName.orElse(""))
                .setConcurrency(TournamentSettings.DEFAULT_CONCURRENCY);
        root.get("format")
                .flatMap(format -> format.get("ladder"))
                .ifPresent(ladder -> spec.getFormatBuilder().setLadder(ladderDefaults()));
        SettingsCodec.bind(root, spec);
        if (defaultName.isEmpty()) {
            root.require("name");
        }
        for (ArenaPlayer.Builder player : spec.getPlayersBuilderList()) {
            player.setName(player.getName().isEmpty() ? player.getPlayer() : player.getName());
        }
        Grid grid = grid(root.require("size"));
        spec.setWidth(grid.width()).setHeight(grid.height());
        root.get("rules").ifPresent(value -> spec.setRules(rules(value, spec.getRules(), grid)));
        SpecConverter converter = new SpecConverter(source::located);
        dev.tengen.game.Rules rules = converter.rules(spec.getRules(), grid);
        root.get("openings").ifPresent(value -> spec.setOpenings(openings(value, files, grid, rules)));
        List<EngineSpec> engines = new ArrayList<>();
        if (root.get("engines").isPresent()) {
            root.require("engines").fields().forEach((name, engine) -> engines.add(engine(name, engine)));
        }
        return new TournamentDocument(converter.settings(spec.build()), engines);
    }

    private static LadderFormat ladderDefaults() {
        return SpecConverter.toProto(FormatSettings.Ladder.DEFAULT).getLadder();
    }

    private static Grid grid(SettingsSource.Value size) {
        Matcher matcher = SIZE.matcher(size.text());
        if (!matcher.matches()) {
            throw size.error("a size such as 9 or 9x7 (width x height)");
        }
        int width = Integer.parseInt(matcher.group(1));
        int height = matcher.group(2) == null ? width : Integer.parseInt(matcher.group(2));
        return size.at(() -> Grid.of(width, height));
    }

    /**
     * Resolves the preset, which may be rules in KataGo's notation. Other values of the message replace those of the
     * preset.
     */
    private static Rules rules(SettingsSource.Value value, Rules message, Grid grid) {
        Optional<SettingsSource.Value> preset = value.isMapping() ? value.get("preset") : Optional.of(value);
        if (preset.isEmpty()) {
            return message;
        }
        String text = message.getPreset();
        Rules base = RulesText.preset(text)
                .map(known -> known.rules(grid))
                .or(() -> RulesText.parse(text))
                .map(RulesConverter::toProto)
                .orElseThrow(() ->
                        preset.get().error("one of " + RulesPreset.names() + Names.hint(text, RulesPreset.names())));
        return base.toBuilder().mergeFrom(message).setPreset(base.getPreset()).build();
    }

    /**
     * Reads "empty", random moves, a book or game records: from files if there are {@code files}, else from the
     * document.
     */
    private static Openings openings(
            SettingsSource.Value value, Optional<RecordFiles> files, Grid grid, dev.tengen.game.Rules rules) {
        Openings.Builder openings = Openings.newBuilder();
        if (!value.isMapping()) {
            if (value.isList() || !value.text().equals(EMPTY)) {
                throw value.error("empty, {random: 2}, {book: FILE} or {sgf: [...], moves: 6}");
            }
            openings.setEmpty(EmptyOpening.getDefaultInstance());
        } else if (value.get("random").isPresent()) {
            SettingsCodec.bind(value, openings.getRandomBuilder());
        } else if (files.isPresent()) {
            return value.get("book").isPresent()
                    ? book(value, files.get(), grid, rules)
                    : records(value, files.get(), grid, rules);
        } else if (value.get("book").isPresent()) {
            SettingsCodec.bind(value, openings.getBookBuilder());
        } else {
            SettingsCodec.bind(value, openings.getRecordsBuilder());
        }
        return openings.build();
    }

    private static Openings book(
            SettingsSource.Value value, RecordFiles files, Grid grid, dev.tengen.game.Rules rules) {
        value.requireKeys(List.of("book", "moves"), List.of());
        SettingsSource.Value name = value.require("book");
        int moveCount = value.get("moves").map(TournamentDocument::count).orElse(OpeningBook.MAX_LENGTH);
        Openings book = files.book(name, grid, moveCount);
        name.at(() -> OpeningFactory.openings(book, grid, rules, 1, 0)); // Checks every line.
        return book;
    }

    private static Openings records(
            SettingsSource.Value value, RecordFiles files, Grid grid, dev.tengen.game.Rules rules) {
        List<String> keys = List.of("sgf", "moves");
        value.requireKeys(keys, keys);
        int moveCount = count(value.require("moves"));
        SgfOpenings reader = value.at(() -> new SgfOpenings(grid, rules, moveCount));
        List<String> texts = files.texts(value.require("sgf").items(), reader);
        RecordOpenings.Builder records =
                RecordOpenings.newBuilder().addAllSgf(texts).setMoveCount(moveCount);
        return value.at(() ->
                SpecConverter.openings(Openings.newBuilder().setRecords(records).build()));
    }

    private static int count(SettingsSource.Value value) {
        return (int) value.whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Reads the command of an engine, or its keys. In the store, the command is a list of words. */
    private static EngineSpec engine(String name, SettingsSource.Value value) {
        if (value.isMapping()) {
            value.requireKeys(ENGINE_KEYS, List.of("command"));
        }
        SettingsSource.Value command = value.get("command").orElse(value);
        Optional<List<String>> words = Optional.of(command)
                .filter(SettingsSource.Value::isList)
                .map(list ->
                        list.items().stream().map(SettingsSource.Value::text).toList());
        String line = words.isPresent() ? name : command.text();
        Optional<DeadStones> deadStones = value.get("dead_stones")
                .map(choice -> choice.choice(Maps.uniqueIndex(DEAD_STONES, DeadStones::choice)));
        Optional<Integer> start = value.get("start_seconds").map(TournamentDocument::count);
        Optional<Integer> move = value.get("move_seconds").map(TournamentDocument::count);
        return value.at(() -> {
            EngineSpec spec = EngineSpec.of(name, line);
            return new EngineSpec(
                    name,
                    words.orElse(spec.command()),
                    start.map(count -> seconds("start_seconds", count)).orElse(spec.startTimeout()),
                    move.map(count -> seconds("move_seconds", count)),
                    deadStones.orElse(spec.deadStones()));
        });
    }

    private static Duration seconds(String field, int count) {
        InvalidValueException.requireWithin(field, count, 1, MAX_SECONDS);
        return Duration.ofSeconds(count);
    }

    /** Returns this document as JSON. Equal settings give equal texts. */
    String json() {
        TournamentSpec spec = SpecConverter.toProto(settings);
        ObjectNode json = SettingsCodec.json(spec);
        json.put("size", settings.grid().toString());
        json.set("openings", json(spec.getOpenings()));
        json.remove("engines");
        if (!engines.isEmpty()) {
            ObjectNode programs = json.putObject("engines");
            engines.forEach(engine -> write(engine, programs.putObject(engine.name())));
        }
        return json.toString();
    }

    private static JsonNode json(Openings openings) {
        return switch (openings.getOpeningsCase()) {
            case RANDOM -> SettingsCodec.json(openings.getRandom());
            case RECORDS -> SettingsCodec.json(openings.getRecords());
            case BOOK -> SettingsCodec.json(openings.getBook());
            case EMPTY, OPENINGS_NOT_SET -> JsonNodeFactory.instance.textNode(EMPTY);
        };
    }

    private static void write(EngineSpec engine, ObjectNode json) {
        engine.command().forEach(json.putArray("command")::add);
        json.put("dead_stones", engine.deadStones().choice());
        json.put("start_seconds", engine.startTimeout().toSeconds());
        engine.moveTimeout().ifPresent(timeout -> json.put("move_seconds", timeout.toSeconds()));
    }
}
