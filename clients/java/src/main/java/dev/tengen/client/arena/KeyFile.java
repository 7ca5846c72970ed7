package dev.tengen.client.arena;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/**
 * The file that keeps the key with which a restarted agent resumes its games. Only its owner can read it, where the
 * file system knows owners.
 *
 * @param path the file; its folder must exist
 */
record KeyFile(Path path) {
    private static final int MAX_KEY_BYTES = 256;

    /**
     * Returns the key; empty if there is no file yet.
     *
     * @throws IllegalArgumentException if the file has no key
     * @throws UncheckedIOException if it cannot be read
     */
    ByteString read() {
        try (InputStream input = Files.newInputStream(path)) {
            byte[] text = input.readNBytes(2 * MAX_KEY_BYTES + 2);
            byte[] key = HexFormat.of().parseHex(new String(text, StandardCharsets.US_ASCII).strip());
            if (key.length == 0 || key.length > MAX_KEY_BYTES) {
                throw new IllegalArgumentException("its length is " + key.length);
            }
            return ByteString.copyFrom(key);
        } catch (NoSuchFileException e) {
            return ByteString.EMPTY;
        } catch (IOException e) {
            throw new UncheckedIOException("the key file " + path + " cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the key file " + path + " has no key of an agent; name another file", e);
        }
    }

    /**
     * Replaces the key, at once and as a whole.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    void write(ByteString key) {
        Path target = path.toAbsolutePath();
        try {
            Path draft = Files.createTempFile(target.getParent(), "agent", ".key", ownerOnly());
            try {
                Files.writeString(draft, HexFormat.of().formatHex(key.toByteArray()) + "\n");
                Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the key file " + path + " cannot be written", e);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
