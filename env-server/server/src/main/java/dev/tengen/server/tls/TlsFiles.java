package dev.tengen.server.tls;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files of a server with TLS.
 *
 * @param certificate the server's certificate, followed by those of the authorities between it and a root
 * @param key the private key of the certificate: PKCS #8, RSA or EC
 * @param clientAuthorities the certificates of the authorities that sign clients' certificates; empty: clients show
 *     none
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {}
