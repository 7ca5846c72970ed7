package dev.tengen.arena.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.board.Color;
import java.util.HexFormat;
import java.util.List;

/** A tournament as JSON: everything but the records of games. */
public final class TournamentJson {
    /** Counted up when a reader of this would no longer understand it. */
    private static final int VERSION = 1;

    private static final int MAX_LENGTH_BINS = 30;

    /** Two values one after another are no JSON. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final TournamentRecord record;
    private final ObjectNode root = JSON.createObjectNode();

    private TournamentJson(TournamentRecord record) {
        this.record = record;
    }

    /** Returns the tree; the caller may add to it. */
    public static ObjectNode tree(TournamentRecord record) {
        return new TournamentJson(record).tree();
    }

    /** Returns the text of {@code tree}, indented, with a line feed at its end. */
    static String text(JsonNode tree) {
        return tree.toPrettyString() + "\n";
    }

    private ObjectNode tree() {
        root.put("format", "tengen-tournament")
                .put("version", VERSION)
                .put("name", record.tournament().name())
                .put("state", record.state().name())
                .put("created_at", record.tournament().createdAt().toString())
                // As text, since many readers have no whole numbers of 64 bits.
                .put("seed", Long.toString(record.tournament().seed()));
        root.set("settings", parsed(record.tournament().settings()));
        ArrayNode players = root.putArray("players");
        record.tournament()
                .players()
                .forEach(player ->
                        players.addObject().put("name", player.name()).set("settings", parsed(player.settings())));
        new StandingsJson(record).write(root.putObject("standings"));
        test();
        verdicts();
        histogram(root.putObject("game_lengths"), lengths());
        times();
        ArrayNode games = root.putArray("games");
        record.games().forEach(game -> game(games.addObject(), game));
        writer();
        return root;
    }

    /** Settings are texts to the store; those that are JSON are a part of this, others stay texts. */
    private static JsonNode parsed(String settings) {
        try {
            JsonNode tree = JSON.readTree(settings);
            return tree.isMissingNode() ? TextNode.valueOf(settings) : tree;
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(settings);
        }
    }

    private void test() {
        if (record.test().isEmpty()) {
            return;
        }
        SprtState last = record.test().get(record.test().size() - 1);
        ObjectNode test = root.putObject("test")
                .put("candidate", record.players().get(0))
                .put("opponent", record.players().get(1))
                .put("elo0", last.spec().elo0())
                .put("elo1", last.spec().elo1())
                .put("alpha", last.spec().alpha())
                .put("beta", last.spec().beta())
                .put("unit", last.spec().unit().name())
                .put("lower_bound", last.spec().lowerBound())
                .put("upper_bound", last.spec().upperBound())
                .put("log_likelihood_ratio", last.ratio())
                .put("verdict", last.verdict().name());
        last.counts().forEach(test.putArray("score_counts")::add);
        record.test().forEach(state -> test.withArray("course").add(state.ratio()));
    }

    private void verdicts() {
        ArrayNode verdicts = root.putArray("verdicts");
        for (VerdictCount count : VerdictCount.of(record.players(), record.games())) {
            verdicts.addObject()
                    .put("player", count.player())
                    .put("verdict", count.verdict())
                    .put("wins", count.wins())
                    .put("losses", count.losses())
                    .put("draws", count.draws())
                    .put("voids", count.voids());
        }
    }

    private Histogram lengths() {
        List<Long> lengths = record.games().stream()
                .flatMap(game -> game.replay().stream())
                .map(replay -> (long) replay.moves().size())
                .toList();
        return Histogram.of(lengths, Histogram.evenEdges(lengths, MAX_LENGTH_BINS));
    }

    private static void histogram(ObjectNode node, Histogram histogram) {
        histogram.edges().forEach(node.putArray("edges")::add);
        histogram.counts().forEach(node.putArray("counts")::add);
    }

    private void times() {
        ArrayNode times = root.putArray("times");
        for (PlayerTimes player : PlayerTimes.of(record.players(), record.games())) {
            ObjectNode node = times.addObject().put("player", player.player());
            sample(node.putObject("per_move"), player.moves());
            sample(node.putObject("per_game"), player.games());
        }
    }

    private static void sample(ObjectNode node, PlayerTimes.Sample sample) {
        node.put("count", sample.count())
                .put("median_us", sample.medianMicros())
                .put("percentile95_us", sample.highMicros())
                .put("max_us", sample.maxMicros())
                .put("total_us", sample.totalMicros());
        histogram(node.putObject("histogram_us"), sample.histogram());
    }

    private static void game(ObjectNode node, ReportedGame game) {
        node.put("number", game.number())
                .put("black", game.black())
                .put("white", game.white())
                .put("pair", game.game().game().pair())
                .put("opening", game.game().game().opening())
                .put("state", game.state().name());
        game.game().startedAt().ifPresent(time -> node.put("started_at", time.toString()));
        game.result()
                .ifPresent(result -> node.put("ended_at", result.endedAt().toString())
                        .put("winner", result.winner().name())
                        .put("result", game.resultText())
                        .put("verdict", result.verdict())
                        .put("moves_hash", HexFormat.of().toHexDigits(result.movesHash()))
                        .put("file", game.fileName()));
        game.replay().ifPresent(replay -> replay(node, game, replay));
    }

    private static void replay(ObjectNode node, ReportedGame game, Replay replay) {
        node.put("move_count", replay.moves().size()).put("comment", replay.comment());
        time(node, "black_us", game.micros(Color.BLACK));
        time(node, "white_us", game.micros(Color.WHITE));
    }

    private static void time(ObjectNode node, String name, List<Long> micros) {
        if (!micros.isEmpty()) {
            node.put(name, micros.stream().mapToLong(Long::longValue).sum());
        }
    }

    private void writer() {
        Provenance writer = record.writer();
        root.putObject("writer")
                .put("program", writer.program())
                .put("java", writer.java())
                .put("system", writer.system())
                .put("processor", writer.processor())
                .put("processor_count", writer.processorCount());
    }
}
