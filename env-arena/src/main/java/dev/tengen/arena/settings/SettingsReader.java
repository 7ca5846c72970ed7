package dev.tengen.arena.settings;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads settings as {@link SettingsWriter} writes them, and as people do, who leave out what is as usual. */
final class SettingsReader {
    private static final List<String> KEYS = List.of(
            "name",
            "players",
            "format",
            "size",
            "rules",
            "openings",
            "clock",
            "network_allowance_ms",
            "max_moves",
            "concurrency",
            "seed");

    private static final int MAX_ALLOWANCE_MILLIS = 60_000;
    private static final double USUAL_ERROR = 0.05;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})(?:x(\\d{1,2}))?");

    private final Optional<RecordFiles> files;

    private SettingsReader(Optional<RecordFiles> files) {
        this.files = files;
    }

    /** Returns a reader of what {@link SettingsWriter} wrote, which holds the records of openings. */
    static SettingsReader ofJson() {
        return new SettingsReader(Optional.empty());
    }

    /** Returns a reader of what people write, who name the files of records. */
    static SettingsReader ofFile(RecordFiles files) {
        return new SettingsReader(Optional.of(files));
    }

    /** Returns the keys of a tournament, and {@code more}. */
    static String[] keysWith(String... more) {
        return Stream.concat(KEYS.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /**
     * Returns the tournament that {@code node} says, whose keys were looked at before.
     *
     * @param name its name if it has none
     */
    TournamentSettings read(SettingNode node, Optional<String> name) {
        String own = node.field("name")
                .map(SettingNode::text)
                .or(() -> name)
                .orElseGet(() -> node.require("name").text());
        List<PlayerSettings> players = players(node.require("players"));
        FormatSettings format = format(node.require("format"));
        Grid grid = grid(node.require("size"));
        Rules rules = node.field("rules")
                .map(named -> RulesSettings.read(named, grid))
                .orElse(Rules.TROMP_TAYLOR);
        OpeningSettings openings = node.field("openings")
                .map(chosen -> openings(chosen, grid, rules))
                .orElse(TournamentSettings.DEFAULT_OPENINGS);
        TimeControl clock = node.field("clock").map(SettingsReader::clock).orElse(TimeControl.NONE);
        Duration allowance = node.field("network_allowance_ms")
                .map(millis -> Duration.ofMillis(millis.integer(0, MAX_ALLOWANCE_MILLIS)))
                .orElse(TournamentSettings.DEFAULT_NETWORK_ALLOWANCE);
        int maxMoves = node.field("max_moves")
                .map(count -> count.integer(EnvironmentSpec.UNLIMITED_MOVES, EnvironmentSpec.GREATEST_MAX_MOVES))
                .orElse(EnvironmentSpec.DEFAULT_MAX_MOVES);
        int concurrency = node.field("concurrency")
                .map(count -> count.integer(1, TournamentSettings.MAX_CONCURRENCY))
                .orElse(TournamentSettings.DEFAULT_CONCURRENCY);
        long seed = node.field("seed")
                .map(number -> number.whole(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(0L);
        return node.make(() -> new TournamentSettings(
                own, players, format, grid, rules, openings, clock, allowance, maxMoves, concurrency, seed));
    }

    private static List<PlayerSettings> players(SettingNode node) {
        List<PlayerSettings> players = new ArrayList<>();
        for (SettingNode item : node.items()) {
            players.add(player(item));
        }
        return players;
    }

    /** A player may be just what plays, which is then its name, too. */
    private static PlayerSettings player(SettingNode node) {
        if (!node.isObject()) {
            String text = node.text();
            return node.make(() -> new PlayerSettings(text, text));
        }
        node.requireKeys("name", "player", "rating");
        String player = node.require("player").text();
        String name = node.field("name").map(SettingNode::text).orElse(player);
        OptionalDouble rating =
                node.field("rating").map(elo -> OptionalDouble.of(elo.number())).orElse(OptionalDouble.empty());
        return node.make(() -> new PlayerSettings(name, player, rating));
    }

    private static FormatSettings format(SettingNode node) {
        String kind = node.onlyKey("round_robin", "gauntlet", "swiss", "sprt");
        SettingNode format = node.require(kind);
        return switch (kind) {
            case "round_robin" -> new FormatSettings.RoundRobin(pairs(format.requireKeys("pairs")));
            case "gauntlet" -> {
                format.requireKeys("challenger", "pairs");
                yield new FormatSettings.Gauntlet(format.require("challenger").text(), pairs(format));
            }
            case "swiss" ->
                new FormatSettings.Swiss(format.requireKeys("meetings")
                        .require("meetings")
                        .integer(1, TournamentSettings.MAX_PLAYER_COUNT - 1));
            default -> sprt(format);
        };
    }

    private static int pairs(SettingNode format) {
        return format.require("pairs").integer(1, FormatSettings.MAX_PAIR_COUNT);
    }

    private static FormatSettings sprt(SettingNode node) {
        node.requireKeys("elo0", "elo1", "alpha", "beta");
        double elo0 = node.require("elo0").number();
        double elo1 = node.require("elo1").number();
        double alpha = node.field("alpha").map(SettingNode::number).orElse(USUAL_ERROR);
        double beta = node.field("beta").map(SettingNode::number).orElse(USUAL_ERROR);
        return node.make(() -> new FormatSettings.Sprt(new SprtSpec(elo0, elo1, alpha, beta, SprtSpec.Unit.PAIR)));
    }

    private static Grid grid(SettingNode node) {
        Matcher size = SIZE.matcher(node.text());
        if (!size.matches()) {
            throw node.error("a size as 9 or 9x7 (width x height)");
        }
        int width = Integer.parseInt(size.group(1));
        int height = size.group(2) == null ? width : Integer.parseInt(size.group(2));
        return node.make(() -> Grid.of(width, height));
    }

    private static TimeControl clock(SettingNode node) {
        String text = node.text();
        return node.make(() -> TimeControl.parse(text));
    }

    private OpeningSettings openings(SettingNode node, Grid grid, Rules rules) {
        String records = files.isPresent() ? "sgf" : "records";
        if (!node.isObject()) {
            if (node.text().equals(OpeningSettings.Empty.NAME)) {
                return new OpeningSettings.Empty();
            }
            throw node.error("one of empty, {random: 2} and {" + records + ": [...], moves: 6}");
        }
        node.requireKeys("random", records, "moves");
        if (node.field("random").isPresent()) {
            return new OpeningSettings.RandomMoves(node.requireKeys("random")
                    .require("random")
                    .integer(1, OpeningSettings.RandomMoves.MAX_MOVE_COUNT));
        }
        SettingNode list = node.require(records);
        int moves = node.require("moves").integer(1, OpeningSettings.Records.MAX_MOVE_COUNT);
        List<String> texts = files.map(reader -> reader.texts(list, new SgfOpenings(grid, rules, moves)))
                .orElseGet(() -> list.items().stream().map(SettingNode::text).toList());
        return list.make(() -> new OpeningSettings.Records(texts, moves));
    }
}
