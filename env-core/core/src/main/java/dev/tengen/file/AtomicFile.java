package dev.tengen.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Replaces files atomically: a reader sees the earlier or the new content, also after a crash of the machine.
 *
 * <p>A file that exists keeps its owner, its group and its permissions, so the users who could read it before still
 * can, also if root replaces it. A symbolic link stays, and the file that it leads to is replaced. Where the file
 * system knows no owners, a new file has the default permissions. Thread-safe; of several writers, the last wins.
 */
public final class AtomicFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private AtomicFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all bytes to {@code out}, which the caller flushes and closes.
         *
         * @throws IOException if that fails
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Replaces {@code file}. A new file has the default permissions.
     *
     * @throws IOException if that fails, or if the owner, the group or the permissions cannot be kept. The earlier file
     *     is unchanged
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, out -> out.write(content));
    }

    /**
     * Replaces {@code file} with a text in UTF-8. A new file has the default permissions.
     *
     * @throws IOException if that fails, or if the owner, the group or the permissions cannot be kept. The earlier file
     *     is unchanged
     */
    public static void replace(Path file, String content) throws IOException {
        replace(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Replaces {@code file} with what {@code content} writes. A new file has the default permissions.
     *
     * @throws IOException if that fails, or if the owner, the group or the permissions cannot be kept. The earlier file
     *     is unchanged
     */
    public static void replace(Path file, Content content) throws IOException {
        write(target(file), content, false);
    }

    /**
     * Replaces {@code file} with a text in UTF-8. Only its owner may read a new file.
     *
     * @throws IOException if that fails, or if the owner, the group or the permissions cannot be kept. The earlier file
     *     is unchanged
     */
    public static void replaceSecret(Path file, String content) throws IOException {
        write(target(file), out -> out.write(content.getBytes(StandardCharsets.UTF_8)), true);
    }

    private static Path target(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    }

    private static void write(Path target, Content content, boolean isSecret) throws IOException {
        Path draft = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
        Optional<PosixFileAttributes> earlier = attributes(target);
        try {
            // Others may read a draft of an existing file only when it has the permissions of that file.
            create(draft, isSecret || earlier.isPresent());
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
                content.writeTo(out);
                out.flush();
                channel.force(true);
            }
            if (earlier.isPresent()) {
                keep(target, draft, earlier.get());
            }
            move(draft, target);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void create(Path draft, boolean isPrivate) throws IOException {
        boolean isPosix = draft.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = isPrivate && isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        Files.createFile(draft, attributes);
    }

    /** Returns the attributes of a file; empty if it does not exist, or its file system knows no owners. */
    private static Optional<PosixFileAttributes> attributes(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(view.readAttributes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Gives {@code draft} the owner, the group and the permissions of {@code target}. */
    private static void keep(Path target, Path draft, PosixFileAttributes earlier) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(draft, PosixFileAttributeView.class);
        try {
            PosixFileAttributes present = view.readAttributes();
            if (!present.group().equals(earlier.group())) {
                view.setGroup(earlier.group());
            }
            if (!present.owner().equals(earlier.owner())) {
                view.setOwner(earlier.owner());
            }
            // Last: a change of the owner may remove permissions.
            view.setPermissions(earlier.permissions());
        } catch (IOException e) {
            throw new FileSystemException(
                    target.toString(),
                    null,
                    "cannot be replaced, because its owner " + earlier.owner() + " and its group " + earlier.group()
                            + " cannot be kept: run the command as " + earlier.owner() + " or as root ("
                            + e.getMessage()
                            + ")");
        }
    }

    /**
     * Renames {@code from}, whose content is durable, to {@code to} in the same folder, and makes that durable. A file
     * of that name is replaced, with its owner and its permissions.
     *
     * @throws IOException if that fails
     */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Optional<Path> folder = Optional.ofNullable(to.toAbsolutePath().getParent());
        // Only POSIX systems can sync a folder, and only they need it.
        if (folder.isPresent()
                && to.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder.get(), StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
