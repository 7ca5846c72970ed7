package dev.tengen.cli.option;

import dev.tengen.file.AtomicFile;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import dev.tengen.server.tls.PrivateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a secure server that nobody has made: a certificate of a new authority, and a token of the operator.
 *
 * @param certificate file of the certificate
 * @param key file of its key
 * @param tokens file of the tokens
 */
record GeneratedSecurity(Path certificate, Path key, Path tokens) {
    private static final Logger LOG = LoggerFactory.getLogger(GeneratedSecurity.class);

    /** Returns whether none of the files exists. */
    boolean areMissing() {
        return !Files.exists(certificate) && !Files.exists(key) && !Files.exists(tokens);
    }

    /**
     * Writes the files.
     *
     * @throws IOException if that fails. The message says what to do
     */
    void write() throws IOException {
        Path authorityFile = certificate.resolveSibling("ca.pem");
        Path tokenFile = tokens.resolveSibling("operator.token");
        String token = StaticToken.newToken();
        StaticToken line =
                new StaticToken(new Principal("operator", Role.OPERATOR), StaticToken.digest(token), Optional.empty());
        try {
            for (Path file : List.of(certificate, key, tokens)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            PrivateAuthority authority = new PrivateAuthority();
            AtomicFile.replace(authorityFile, authority.certificatePem());
            AtomicFile.replaceSecret(tokenFile, token + "\n");
            AtomicFile.replaceSecret(tokens, line.line() + "\n");
            authority.server(names()).write(certificate, key);
        } catch (IOException e) {
            throw new IOException(
                    "cannot make the files of a secure server (" + e + "); make the folder of " + certificate
                            + " writable, as by a volume, name other files, or set --insecure-network",
                    e);
        }
        LOG.info(
                "Made a certificate and a token: clients trust {}, and the operator's token is in {}",
                authorityFile,
                tokenFile);
    }

    private static List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        try {
            InetAddress self = InetAddress.getLocalHost();
            if (self.getHostName().matches("[A-Za-z0-9.-]+")) {
                names.add(self.getHostName());
            }
            names.add(self.getHostAddress());
        } catch (UnknownHostException e) {
            LOG.debug("This machine has no name", e);
        }
        names.addAll(List.of("localhost", "127.0.0.1", "::1"));
        return List.copyOf(names);
    }
}
