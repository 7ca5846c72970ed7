package dev.tengen.cli.option;

import dev.tengen.base.InvalidValueException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.CertificateAuthenticator;
import dev.tengen.server.identity.JwtAuthenticator;
import dev.tengen.server.identity.JwtSettings;
import dev.tengen.server.identity.TokenAuthenticator;
import dev.tengen.server.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of TLS and authentication of a server that a command runs. */
public final class SecurityOptions {
    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "PEM file of the server's certificate and those between it and a root; read again when it"
                    + " changes, as all files here. Default: none.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "PEM file of the certificate's private key, in PKCS #8. Default: none.")
    private @Nullable Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = "PEM file of the authorities whose client certificates count; needs --certificate-roles."
                    + " Default: none.")
    private @Nullable Path clientAuthorities;

    @Option(
            names = "--certificate-roles",
            paramLabel = "FILE",
            description = "File that maps names of client certificates to principals, with lines such as"
                    + " \"DNS:trainer.lab trainer agent\". Default: none.")
    private @Nullable Path certificateRoles;

    @Option(
            names = "--tokens",
            paramLabel = "FILE|FOLDER",
            description = "Tokens of clients, as \"tengen token create\" writes them; or a folder of such files."
                    + " Default: none.")
    private @Nullable Path tokens;

    @Option(
            names = "--jwt-issuer",
            paramLabel = "NAME",
            description = "Issuer of JWTs, the claim iss; needs --jwt-audience and --jwt-keys. Default: none.")
    private @Nullable String jwtIssuer;

    @Option(
            names = "--jwt-audience",
            paramLabel = "NAME",
            description = "What the claim aud of a JWT must contain. Default: none.")
    private @Nullable String jwtAudience;

    @Option(
            names = "--jwt-keys",
            paramLabel = "FILE|URL",
            description = "JWKS with the public keys of the issuer. Default: none.")
    private @Nullable String jwtKeys;

    @Option(
            names = "--jwt-algorithms",
            paramLabel = "NAMES",
            defaultValue = "RS256,PS256,ES256",
            description = "Signature algorithms of JWTs, separated by commas. Default: ${DEFAULT-VALUE}.")
    private String jwtAlgorithms = "";

    @Option(
            names = "--jwt-role-claim",
            paramLabel = "CLAIM",
            defaultValue = JwtSettings.DEFAULT_ROLE_CLAIM,
            description = "Claim of a JWT with the role, or with a list that has a role in it."
                    + " Default: ${DEFAULT-VALUE}.")
    private String jwtRoleClaim = "";

    @Option(
            names = "--quotas",
            paramLabel = "FILE",
            description = "Quotas of roles and principals, with lines such as \"role:agent sessions=100\"."
                    + " Default: those in docs/operations/security.md.")
    private @Nullable Path quotas;

    @Option(
            names = "--generate-security",
            arity = "1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            description =
                    "Make the files of --tls-certificate, --tls-key and --tokens if none of them exists, with ca.pem"
                            + " for clients and operator.token beside the tokens: true or false. Default: ${DEFAULT-VALUE}.")
    private boolean isGenerating;

    @Option(
            names = "--insecure-network",
            description = "Listen on addresses that others can reach without TLS or without authentication: everybody"
                    + " there may do everything. Default: false.")
    private boolean isInsecureNetworkAllowed;

    /**
     * Returns {@code config} with these settings, and what authenticates, which the caller closes after the server.
     *
     * @throws InvalidValueException if a setting lacks another one
     * @throws IOException if a file cannot be used
     */
    public Secured apply(ServerConfig config) throws IOException {
        if (isGenerating) {
            generate();
        }
        ServerConfig secured = isInsecureNetworkAllowed ? config.withInsecureNetwork() : config;
        Optional<TlsFiles> files = tlsFiles();
        if (files.isPresent()) {
            secured = secured.withTls(files.get());
        }
        if (quotas != null) {
            secured = secured.withQuotas(quotas);
        }
        Optional<JwtSettings> jwt = jwtSettings();
        AuthenticatorChain chain = chain(jwt);
        return new Secured(secured.withAuthenticator(chain.isEmpty() ? Authenticator.NONE : chain), chain);
    }

    /** Makes the missing files; on a server that may be insecure, does without them instead. */
    private void generate() throws IOException {
        Path certificateFile = certificate;
        Path keyFile = key;
        Path tokenFile = tokens;
        if (certificateFile == null || keyFile == null || tokenFile == null) {
            throw InvalidValueException.not(
                    "generate_security", "true", "possible without --tls-certificate, --tls-key and --tokens");
        }
        GeneratedSecurity files = new GeneratedSecurity(certificateFile, keyFile, tokenFile);
        if (!files.areMissing()) {
            return;
        }
        if (isInsecureNetworkAllowed) {
            certificate = null;
            key = null;
            tokens = null;
        } else {
            files.write();
        }
    }

    /**
     * A configuration and what its authentication holds open.
     *
     * @param config the configuration
     * @param chain what authenticates
     */
    public record Secured(ServerConfig config, AuthenticatorChain chain) implements AutoCloseable {
        @Override
        public void close() {
            chain.close();
        }
    }

    private Optional<TlsFiles> tlsFiles() {
        Path certificateFile = certificate;
        Path keyFile = key;
        if (certificateFile == null || keyFile == null) {
            if (certificateFile != null || keyFile != null || clientAuthorities != null) {
                throw InvalidValueException.not(
                        keyFile == null && certificateFile != null ? "tls_key" : "tls_certificate",
                        "(none)",
                        "a file: TLS needs --tls-certificate and --tls-key");
            }
            return Optional.empty();
        }
        return Optional.of(new TlsFiles(certificateFile, keyFile, Optional.ofNullable(clientAuthorities)));
    }

    private Optional<JwtSettings> jwtSettings() {
        String issuer = jwtIssuer;
        String audience = jwtAudience;
        String keys = jwtKeys;
        if (issuer == null && audience == null && keys == null) {
            return Optional.empty();
        }
        if (issuer == null || audience == null || keys == null) {
            throw InvalidValueException.not(
                    issuer == null ? "jwt_issuer" : audience == null ? "jwt_audience" : "jwt_keys",
                    "(none)",
                    "a value: JWTs need --jwt-issuer, --jwt-audience and --jwt-keys");
        }
        Set<String> algorithms =
                Stream.of(jwtAlgorithms.split(",")).map(String::strip).collect(Collectors.toSet());
        return Optional.of(new JwtSettings(issuer, audience, keys, algorithms, jwtRoleClaim));
    }

    private AuthenticatorChain chain(Optional<JwtSettings> jwt) throws IOException {
        if ((clientAuthorities == null) != (certificateRoles == null)) {
            throw InvalidValueException.not(
                    clientAuthorities == null ? "tls_client_ca" : "certificate_roles",
                    "(none)",
                    "a file: client certificates need --tls-client-ca and --certificate-roles");
        }
        List<Authenticator> authenticators = new ArrayList<>();
        try {
            if (clientAuthorities != null && certificateRoles != null) {
                authenticators.add(CertificateAuthenticator.open(clientAuthorities, certificateRoles));
            }
            if (tokens != null) {
                authenticators.add(TokenAuthenticator.open(tokens));
            }
            if (jwt.isPresent()) {
                authenticators.add(JwtAuthenticator.open(jwt.get()));
            }
            return new AuthenticatorChain(authenticators);
        } catch (IOException e) {
            new AuthenticatorChain(authenticators).close();
            throw e;
        }
    }
}
