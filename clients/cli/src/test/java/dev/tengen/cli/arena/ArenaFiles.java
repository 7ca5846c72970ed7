package dev.tengen.cli.arena;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.board.Color;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The result folder of {@code tengen arena run}.
 *
 * @param folder the folder
 */
record ArenaFiles(Path folder) {
    static final List<String> NAMES =
            List.of("report.html", "games.zip", "games.pgn", "tournament.json", "games.csv", "standings.csv");

    Path store() {
        return folder.resolve("arena.db");
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("tournament.json").toFile());
    }

    /** Returns the games in the store that are over. */
    List<StoredGame> games(String tournament) {
        try (ArenaStore store = ArenaStore.open(store().toString())) {
            return store.games().list(tournament).stream()
                    .filter(game -> game.state() == GameState.ENDED)
                    .toList();
        }
    }

    /** Returns the standings computed from the game records alone: players, results and pairs. */
    Standings recomputed(TournamentSettings settings) throws IOException, SgfException {
        List<StoredGame> games = games(settings.name());
        List<GameResult> results = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(folder.resolve("games.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                int number = Integer.parseInt(name.substring(0, name.indexOf(' ')));
                GameRecord record = GameRecord.parse(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
                String pair = games.stream()
                        .filter(game -> game.id().number() == number)
                        .findFirst()
                        .orElseThrow()
                        .game()
                        .pair();
                results.add(new GameResult(
                        record.blackPlayer().orElseThrow(),
                        record.whitePlayer().orElseThrow(),
                        winner(record.result().orElseThrow()),
                        pair,
                        0));
            }
        }
        return Standings.of(results, settings.ratingOptions());
    }

    private static int winner(String result) {
        return switch (result.charAt(0)) {
            case 'B' -> Color.BLACK;
            case 'W' -> Color.WHITE;
            default -> Color.EMPTY;
        };
    }
}
