package dev.tengen.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void replaceSecret_newFile_isOfItsOwnerOnly() throws IOException {
        Path file = folder.resolve("secret");

        AtomicFile.replaceSecret(file, "one");

        assertThat(file).hasContent("one");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(names()).containsExactly("secret");
    }

    @Test
    void replaceSecret_fileThatOthersRead_staysReadable() throws IOException {
        Path file = Files.writeString(folder.resolve("tokens"), "one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        AtomicFile.replaceSecret(file, "two");

        assertThat(file).hasContent("two");
        assertThat(mode(file)).isEqualTo("rw-r-----");
    }

    @Test
    void replace_newAndOldFile_haveTheDefaultAndTheEarlierMode() throws IOException {
        Path other = Files.createFile(folder.resolve("other"));
        Path file = folder.resolve("report");

        AtomicFile.replace(file, "one");
        String first = mode(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        AtomicFile.replace(file, "two");

        assertThat(first).isEqualTo(mode(other));
        assertThat(mode(file)).isEqualTo("r--------");
        assertThat(file).hasContent("two");
    }

    @Test
    void replace_link_keepsTheLink() throws IOException {
        Path file =
                Files.writeString(Files.createDirectory(folder.resolve("data")).resolve("tokens"), "one");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        AtomicFile.replaceSecret(link, "two");

        assertThat(link).isSymbolicLink().hasContent("two");
        assertThat(file).hasContent("two");
    }

    @Test
    void replace_contentThatFails_leavesTheEarlierFileAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("proofs"), "one");

        assertThatThrownBy(() -> AtomicFile.replace(file, out -> {
                    out.write(1);
                    throw new IOException("no space left on device");
                }))
                .hasMessage("no space left on device");

        assertThat(file).hasContent("one");
        assertThat(names()).containsExactly("proofs");
    }

    /**
     * The command was run by root. The server, another user, could no longer read the file, so a revoked token stayed
     * valid.
     */
    @Test
    void replaceSecret_byRoot_keepsOwnerAndGroup() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may give files away");
        UserPrincipalLookupService users = folder.getFileSystem().getUserPrincipalLookupService();
        Path file = Files.writeString(folder.resolve("tokens"), "one");
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        view.setGroup(users.lookupPrincipalByGroupName("daemon"));
        view.setOwner(users.lookupPrincipalByName("nobody"));
        view.setPermissions(PosixFilePermissions.fromString("r--r-----"));

        AtomicFile.replaceSecret(file, "two");

        PosixFileAttributes kept = Files.readAttributes(file, PosixFileAttributes.class);
        assertThat(file).hasContent("two");
        assertThat(kept.owner().getName()).isEqualTo("nobody");
        assertThat(kept.group().getName()).isEqualTo("daemon");
        assertThat(PosixFilePermissions.toString(kept.permissions())).isEqualTo("r--r-----");
    }
}
