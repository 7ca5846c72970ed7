package dev.tengen.cli.data;

import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfGame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads and checks the files of games of one rollout. Not thread-safe. */
final class GameFileReader {
    private static final String SGF_START = "(;";
    private static final String SGF_END = ")\n";

    private final RolloutFolder folder;
    private final RolloutSpec spec;
    private final GameReplay replay;
    private final SgfFormat sgf;

    GameFileReader(RolloutFolder folder) {
        this.folder = folder;
        spec = folder.spec();
        replay = new GameReplay(spec);
        sgf = new SgfFormat(spec, folder.digest());
    }

    /**
     * Replays the games of file {@code index} by the rules and returns what a manifest says of the file.
     *
     * @param games receives each game, also of a file with a problem
     * @throws DataFileException with the first problem of the file
     */
    RolloutManifest.FileEntry read(int index, Consumer<PlayedGame> games) throws IOException, DataFileException {
        Path file = folder.path().resolve(spec.fileName(index));
        GameTally tally = new GameTally();
        Consumer<PlayedGame> reader = games.andThen(tally::add);
        MessageDigest digest = Digests.sha256();
        try {
            if (spec.fileFormat() == GameFileFormat.SGF) {
                readSgf(Files.readAllBytes(file), index, reader, digest);
            } else {
                readMoves(file, index, reader, digest);
            }
            return new RolloutManifest.FileEntry(
                    spec.fileName(index),
                    spec.firstGame(index),
                    tally.gameCount(),
                    tally.moveCount(),
                    Files.size(file),
                    HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchFileException e) {
            throw new DataFileException("missing");
        }
    }

    private void readMoves(Path file, int index, Consumer<PlayedGame> games, MessageDigest digest)
            throws IOException, DataFileException {
        DigestInputStream bytes = new DigestInputStream(Files.newInputStream(file), digest);
        try (MovesReader reader = new MovesReader(bytes, spec, index, folder.header(index))) {
            reader.readHeader();
            for (Optional<PlayedGame> game = reader.next(); game.isPresent(); game = reader.next()) {
                Optional<String> difference = replay.difference(game.get());
                if (difference.isPresent()) {
                    throw new DataFileException("wrong: game " + game.get().number() + ": " + difference.get());
                }
                games.accept(game.get());
            }
        }
    }

    private void readSgf(byte[] bytes, int index, Consumer<PlayedGame> reader, MessageDigest digest)
            throws DataFileException {
        digest.update(bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean isEnded = text.endsWith(SGF_END);
        SgfCollection collection = parse(bytes, text, isEnded);
        List<SgfGame> games = collection.games();
        for (int i = 0; i < games.size(); i++) {
            if (i == spec.gameCount(index)) {
                throw new DataFileException("damaged: a game follows its last game");
            }
            long number = spec.firstGame(index) + i;
            SgfFormat.Reading game = sgf.read(games.get(i), number, replay);
            boolean isCut = !isEnded && i == games.size() - 1 && !game.isForeign();
            if (isCut) {
                throw new DataFileException("truncated: it ends within game " + number);
            }
            if (game.played().isEmpty()) {
                throw new DataFileException(game.problem());
            }
            reader.accept(game.played().get());
        }
        if (games.size() < spec.gameCount(index)) {
            throw new DataFileException("truncated: it ends before game " + (spec.firstGame(index) + games.size()));
        }
        if (!collection.toSgf().equals(text)) {
            throw new DataFileException("damaged: it has text that is not of its games");
        }
    }

    private static SgfCollection parse(byte[] bytes, String text, boolean isEnded) throws DataFileException {
        try {
            return SgfCollection.parse(bytes);
        } catch (SgfException e) {
            if (!text.contains(SGF_START)) {
                throw new DataFileException(MovesFormat.FOREIGN);
            }
            String kind = isEnded ? "damaged: not the grammar of SGF: " : "truncated: it ends within a game: ";
            throw new DataFileException(kind + e.getMessage());
        }
    }
}
