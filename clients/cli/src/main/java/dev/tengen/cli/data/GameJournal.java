package dev.tengen.cli.data;

import dev.tengen.base.InvalidValueException;
import dev.tengen.file.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Collects the games of one file while they are played. Not thread-safe.
 *
 * <p>The journal is a file in {@link GameFileFormat#MOVES} to which each game is appended when it ends. A process that
 * dies leaves its intact games to the next one, which drops a last game that is incomplete. A lock keeps other
 * processes away. When the last game is there, the journal becomes the file of games, in one atomic step.
 */
public final class GameJournal implements Closeable {
    private static final int LOCK_ATTEMPTS = 20;

    private static final long LOCK_PAUSE_NANOS = 100_000_000;

    private final RolloutFolder folder;
    private final RolloutSpec spec;
    private final int index;
    private final Path path;
    private final FileChannel channel;
    private int gameCount;

    private GameJournal(RolloutFolder folder, int index, Path path, FileChannel channel) {
        this.folder = folder;
        this.spec = folder.spec();
        this.index = index;
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens the journal of file {@code index}, with the games that are in it. Empty if the file of games exists
     * already.
     *
     * @throws InvalidValueException if another process has the journal
     */
    static Optional<GameJournal> open(RolloutFolder folder, int index) throws IOException {
        Path path = folder.path().resolve(folder.spec().journalName(index));
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        GameJournal journal = new GameJournal(folder, index, path, channel);
        try {
            journal.lock();
            // Another process may have completed the file after this one had looked for it.
            if (folder.isDone(index)) {
                Files.deleteIfExists(path);
                channel.close();
                return Optional.empty();
            }
            journal.recover();
            return Optional.of(journal);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Locks the journal. Waits for a moment: a process that was killed may still be ending. */
    private void lock() throws IOException {
        for (int attempt = 0; !tryLock(); attempt++) {
            if (attempt == LOCK_ATTEMPTS) {
                throw InvalidValueException.because(
                        "another process writes " + path + "; wait for it, or give each process a --shard of its own",
                        "--shard",
                        path,
                        "a shard that no other process plays");
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
        }
    }

    private boolean tryLock() throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // Another thread of this process has the lock.
        }
    }

    /** Reads the intact games, and drops what follows them. */
    private void recover() throws IOException {
        byte[] header = folder.header(index);
        MovesReader reader = reader(header);
        try {
            reader.readHeader();
        } catch (DataFileException e) {
            // New, or torn before its first game. Nothing is lost.
            channel.truncate(0);
            channel.position(0);
            write(header);
            return;
        }
        try {
            while (gameCount < spec.gameCount(index) && reader.next().isPresent()) {
                gameCount++;
            }
        } catch (DataFileException e) {
            // The last process died while it wrote a game. The game is played again.
        }
        channel.truncate(reader.position());
        channel.position(reader.position());
    }

    /** Returns a reader of the channel from its start. It must not be closed, because the lock would be lost. */
    private MovesReader reader(byte[] header) throws IOException {
        channel.position(0);
        return new MovesReader(Channels.newInputStream(channel), spec, index, header);
    }

    /** Returns the number of games in the journal. */
    public int gameCount() {
        return gameCount;
    }

    /** Appends {@code game}, which must be the next one. */
    public void append(PlayedGame game) throws IOException {
        assert game.number() == spec.firstGame(index) + gameCount : "game " + game.number() + " is not the next one";
        write(MovesFormat.frame(game));
        gameCount++;
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /**
     * Turns the journal, which must have all its games, into the file of games, or into the one that is converted to
     * it.
     */
    public void finish() throws IOException {
        if (spec.fileFormat() == GameFileFormat.SGF) {
            AtomicFile.replace(folder.path().resolve(spec.fileName(index)), sgf());
            Files.delete(path);
        } else {
            channel.force(true);
            AtomicFile.move(path, folder.path().resolve(spec.movesName(index)));
        }
    }

    private byte[] sgf() throws IOException {
        SgfFormat format = new SgfFormat(spec, folder.digest());
        StringBuilder text = new StringBuilder();
        MovesReader reader = reader(folder.header(index));
        try {
            reader.readHeader();
            for (Optional<PlayedGame> game = reader.next(); game.isPresent(); game = reader.next()) {
                text.append(format.text(game.get()));
            }
        } catch (DataFileException e) {
            throw new IOException(path + ": " + e.getMessage() + "; repeat the command", e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
