package dev.tengen.cli.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.server.identity.StaticToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {
    @TempDir
    private Path folder;

    private Path tokens;

    private CommandRun run(String... words) {
        tokens = folder.resolve("tokens");
        List<String> all = new ArrayList<>(List.of("token"));
        all.addAll(List.of(words));
        all.addAll(List.of("--tokens", tokens.toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static void own(Path file) throws IOException {
        UserPrincipalLookupService users = file.getFileSystem().getUserPrincipalLookupService();
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        view.setGroup(users.lookupPrincipalByGroupName("daemon"));
        view.setOwner(users.lookupPrincipalByName("nobody"));
        view.setPermissions(PosixFilePermissions.fromString("rw-r-----"));
    }

    private static String ownership(Path file) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        return attributes.owner().getName() + ":" + attributes.group().getName() + " "
                + PosixFilePermissions.toString(attributes.permissions());
    }

    @Test
    void createAndRevoke_changeTheFile() throws IOException {
        String ann = run("create", "ann", "--role", "agent").out().strip();
        String ben = run("create", "ben", "--role", "spectator").out().strip();

        CommandRun revoked = run("revoke", "ann");
        CommandRun again = run("revoke", "ann");

        assertThat(revoked.exitCode()).isZero();
        assertThat(revoked.out()).isEqualTo("Revoked 1 of ann" + System.lineSeparator());
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(StaticToken.parse(Files.readString(tokens)))
                .extracting(StaticToken::digest)
                .containsExactly(StaticToken.digest(ben))
                .doesNotContain(StaticToken.digest(ann));
    }

    @Test
    void list_showsNamesRolesAndExpiry() throws IOException {
        String ann = run("create", "ann", "--role", "agent").out().strip();
        String ben = run("create", "ben", "--role", "spectator", "--days", "30")
                .out()
                .strip();

        CommandRun list = run("list");

        assertThat(list.exitCode()).isZero();
        assertThat(list.lines().get(0))
                .isEqualTo("ann agent " + StaticToken.digest(ann).substring(0, 12) + "... never");
        assertThat(list.lines().get(1))
                .startsWith("ben spectator " + StaticToken.digest(ben).substring(0, 12) + "... 20")
                .endsWith("Z");
        assertThat(list.lines()).hasSize(2);
        assertThat(list.out()).doesNotContain(ann, ben);
    }

    @Test
    void revoke_fileThatTheServersGroupReads_keepsItsMode() throws IOException {
        run("create", "ann", "--role", "agent");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r-----"));

        CommandRun revoked = run("revoke", "ann");

        assertThat(revoked.exitCode()).isZero();
        assertThat(revoked.err()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
                .isEqualTo("rw-r-----");
    }

    /** Root revoked a token of a server of another user, which could not read the new file: the token stayed valid. */
    @Test
    void createAndRevoke_byRoot_keepOwnerGroupAndMode() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may give files away");
        CommandRun first = run("create", "ann", "--role", "agent");
        own(tokens);

        CommandRun created = run("create", "ben", "--role", "agent");
        String afterCreation = ownership(tokens);
        CommandRun revoked = run("revoke", "ann");

        assertThat(first.err()).contains("only root can read " + tokens);
        assertThat(created.err() + revoked.err()).isEmpty();
        assertThat(afterCreation).isEqualTo("nobody:daemon rw-r-----");
        assertThat(ownership(tokens)).isEqualTo("nobody:daemon rw-r-----");
    }

    @Test
    void certificates_forcedByRoot_keepOwnerGroupAndMode() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may give files away");
        String[] words = {"certificates", "--out", folder.toString(), "--force"};
        CommandRun.of(words);
        List<String> names = List.of("ca.pem", "server.pem", "server-key.pem");
        for (String name : names) {
            own(folder.resolve(name));
        }

        assertThat(CommandRun.of(words).exitCode()).isZero();

        for (String name : names) {
            assertThat(ownership(folder.resolve(name))).as(name).isEqualTo("nobody:daemon rw-r-----");
        }
    }
}
