package dev.tengen.cli.security;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.file.AtomicFile;
import dev.tengen.server.tls.PrivateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen certificates}: makes certificates for trying out. */
@Command(
        name = "certificates",
        description = "Make a private authority, and certificates of a server and of clients that it signs.",
        sortOptions = false,
        footer = {
            "",
            "Writes ca.pem, which clients trust; server.pem and server-key.pem; and for each --client NAME",
            "client-NAME.pem and client-NAME-key.pem. All are valid for 825 days. Nobody keeps the key of the",
            "authority: to add a client or a host later, make all of them again with --force, and give",
            "clients the new ca.pem. docs/operations/security.md is a guide."
        })
public final class CertificatesCommand extends BaseCommand {
    private static final Pattern CLIENT_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,62}");

    @Option(names = "--out", paramLabel = "FOLDER", required = true, description = "Folder to write to.")
    private Path folder = Path.of(".");

    @Option(
            names = "--host",
            paramLabel = "NAME",
            split = ",",
            description = "A name or an IP address by which clients address the server; may be repeated. localhost,"
                    + " 127.0.0.1 and ::1 are always there.")
    private List<String> hosts = List.of();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            split = ",",
            description = "A client to make a certificate for; may be repeated.")
    private List<String> clients = List.of();

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean isForced;

    @Override
    public Integer call() throws IOException {
        for (String client : clients) {
            if (!CLIENT_NAME.matcher(client).matches()) {
                throw usageError("--client \"" + client + "\" is not 1 to 63 letters, digits, dots and hyphens");
            }
        }
        if (!isForced && Files.exists(folder.resolve("ca.pem"))) {
            throw usageError(folder.resolve("ca.pem") + " exists; --force replaces all certificates");
        }
        Files.createDirectories(folder);
        PrivateAuthority authority = new PrivateAuthority();
        Set<String> names = new LinkedHashSet<>(hosts);
        names.addAll(List.of("localhost", "127.0.0.1", "::1"));
        authority.server(List.copyOf(names)).write(folder.resolve("server.pem"), folder.resolve("server-key.pem"));
        for (String client : clients) {
            authority
                    .client(client)
                    .write(
                            folder.resolve("client-" + client + ".pem"),
                            folder.resolve("client-" + client + "-key.pem"));
        }
        AtomicFile.replace(folder.resolve("ca.pem"), authority.certificatePem());
        out().println("Wrote ca.pem, server.pem and server-key.pem"
                + (clients.isEmpty() ? "" : ", and the certificates of " + String.join(", ", clients)) + " to "
                + folder);
        return ExitCode.OK;
    }
}
