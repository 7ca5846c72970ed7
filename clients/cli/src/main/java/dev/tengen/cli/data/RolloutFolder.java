package dev.tengen.cli.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.file.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/*
 * The folder is the only thing that the processes of a rollout share. It is made so that its final content does not
 * depend on them:
 *
 * - The games are divided into files by the spec alone. A shard plays whole files: file f belongs to shard f mod K.
 * - A file of games appears by an atomic rename when its last game has ended. Until then its games are in a journal.
 * - _rollout.json is the first file. Every process compares it with its own spec, so that games of different rollouts
 *   cannot mix.
 * - _manifest.json is the last file. The process that completes the last file of games writes it, from what the files
 *   contain. If two processes do so, they write the same bytes, one after the other.
 * - Names of files without games begin with an underscore, so that readers of folders of Parquet files skip them.
 *   Earlier versions wrote them without it. A folder that has such a file keeps its name.
 */
/** A folder with a rollout: the spec, files of games, and the manifest. Thread-safe. */
public final class RolloutFolder {
    /** The name of the file with the spec. */
    public static final String SPEC = "_rollout.json";

    /** The name of the manifest. */
    public static final String MANIFEST = "_manifest.json";

    private static final String LOCK = "_rollout.lock";

    private final Path path;
    private final RolloutSpec spec;
    private final byte[] digest;

    private RolloutFolder(Path path, RolloutSpec spec, byte[] digest) {
        this.path = path;
        this.spec = spec;
        this.digest = digest;
    }

    /**
     * Opens the folder at {@code path} for the rollout {@code spec}. Creates it if it does not exist.
     *
     * @throws InvalidValueException if the folder has another rollout; the message names the differences
     */
    public static RolloutFolder create(Path path, RolloutSpec spec) throws IOException {
        Files.createDirectories(path);
        byte[] json = spec.toJson().getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = lockFile(path);
                FileLock lock = channel.lock()) {
            assert lock.isValid() : "the lock is held";
            Path file = file(path, SPEC);
            if (Files.exists(file)) {
                requireEqual(path, Files.readAllBytes(file), json);
            } else {
                AtomicFile.replace(file, json);
            }
        }
        return new RolloutFolder(path, spec, Digests.sha256().digest(json));
    }

    /**
     * Returns the path of a file without games in {@code folder}.
     *
     * @param name {@link #SPEC}, {@link #MANIFEST} or the name of the lock
     */
    public static Path file(Path folder, String name) {
        Path old = folder.resolve(name.substring(1));
        return Files.exists(old) ? old : folder.resolve(name);
    }

    private static FileChannel lockFile(Path path) throws IOException {
        return FileChannel.open(file(path, LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static void requireEqual(Path path, byte[] begun, byte[] wanted) {
        Optional<String> difference;
        try {
            difference = difference(StoreJson.tree(begun), StoreJson.tree(wanted), "");
        } catch (DataFileException e) {
            difference = Optional.of(SPEC + " is " + e.getMessage());
        }
        difference.ifPresent(found -> {
            throw InvalidValueException.because(
                    path + " has another rollout: " + found + ". Repeat the first command to resume it, or choose"
                            + " another folder with --out",
                    "--out",
                    path,
                    "a new folder, or one of the same rollout");
        });
    }

    /** Returns the first value in which two specs differ. */
    private static Optional<String> difference(JsonNode begun, JsonNode wanted, String prefix) {
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            JsonNode other = begun.path(field.getKey());
            String name = prefix + field.getKey();
            if (other.isObject() && field.getValue().isObject()) {
                Optional<String> nested = difference(other, field.getValue(), name + ".");
                if (nested.isPresent()) {
                    return nested;
                }
            } else if (!other.equals(field.getValue())) {
                return Optional.of(name + " is " + (other.isMissingNode() ? "missing" : other) + " there and "
                        + field.getValue() + " here");
            }
        }
        return Optional.empty();
    }

    /**
     * Opens the existing folder at {@code path}.
     *
     * @throws DataFileException if it has no readable spec
     */
    public static RolloutFolder open(Path path) throws IOException, DataFileException {
        byte[] json;
        try {
            json = Files.readAllBytes(file(path, SPEC));
        } catch (NoSuchFileException e) {
            throw new DataFileException("missing: " + path + " is not a folder of tengen rollout");
        }
        RolloutSpec spec = spec(StoreJson.tree(json));
        if (!spec.toJson().equals(new String(json, StandardCharsets.UTF_8))) {
            throw new DataFileException("damaged: not the text that tengen rollout writes");
        }
        return new RolloutFolder(path, spec, Digests.sha256().digest(json));
    }

    private static RolloutSpec spec(JsonNode json) throws DataFileException {
        if (!json.path("format").asText().equals(RolloutSpec.FORMAT)) {
            throw new DataFileException("foreign: not a file of tengen rollout");
        }
        int version = json.path("format_version").asInt();
        if (version > RolloutSpec.FORMAT_VERSION) {
            throw new DataFileException(
                    "newer: format version " + version + "; this program reads up to " + RolloutSpec.FORMAT_VERSION);
        }
        return StoreJson.value(json, RolloutSpec.class);
    }

    /** Returns the path of the folder. */
    public Path path() {
        return path;
    }

    public RolloutSpec spec() {
        return spec;
    }

    /** Returns the SHA-256 of the spec in hexadecimal digits. */
    String digest() {
        return HexFormat.of().formatHex(digest);
    }

    /** Returns the first frame of file {@code index} in {@link GameFileFormat#MOVES}. */
    byte[] header(int index) {
        return MovesFormat.header(spec, digest, index);
    }

    /** Returns the RolloutHeader of file {@code index} in Base64. */
    String headerText(int index) {
        return Base64.getEncoder()
                .encodeToString(MovesFormat.headerMessage(spec, digest, index).toByteArray());
    }

    /** Returns whether the file of games {@code index} is there, or has all its games and waits for its conversion. */
    public boolean isDone(int index) {
        return Files.exists(path.resolve(spec.fileName(index)))
                || (spec.fileFormat().isConverted() && Files.exists(path.resolve(spec.movesName(index))));
    }

    /**
     * Opens the journal of file {@code index}; empty if the file is done.
     *
     * @throws InvalidValueException if another process has the journal
     */
    public Optional<GameJournal> journal(int index) throws IOException {
        boolean hasJournal = Files.exists(path.resolve(spec.journalName(index)));
        // A process may have died after it had written the file and before it deleted the journal.
        return isDone(index) && !hasJournal ? Optional.empty() : GameJournal.open(this, index);
    }

    /** Returns whether all files of games are there. */
    public boolean isComplete() {
        return IntStream.range(0, spec.fileCount()).allMatch(this::isDone);
    }

    /** Returns whether the manifest is there. */
    public boolean hasManifest() {
        return Files.exists(file(path, MANIFEST));
    }

    /** Writes {@code manifest}. */
    void write(RolloutManifest manifest) throws IOException {
        try (FileChannel channel = lockFile(path);
                FileLock lock = channel.lock()) {
            assert lock.isValid() : "the lock is held";
            AtomicFile.replace(file(path, MANIFEST), StoreJson.text(manifest).getBytes(StandardCharsets.UTF_8));
        }
    }
}
