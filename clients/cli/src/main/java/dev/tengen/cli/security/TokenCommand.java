package dev.tengen.cli.security;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.CommandGroup;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.file.AtomicFile;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.StaticToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen token}: changes the file of tokens of a server. A running server reads it again within a second. */
@Command(
        name = "token",
        description = "Create, list and revoke the tokens of a server.",
        subcommands = {
            TokenCommand.Create.class,
            TokenCommand.ListAll.class,
            TokenCommand.Revoke.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen token create ann --role agent --tokens tokens    print a new token, once",
            "  tengen token list --tokens tokens                       show names, roles and expiry",
            "  tengen token revoke ann --tokens tokens                 end all tokens of ann",
            "",
            "The file holds digests, not tokens. docs/operations/security.md is a guide."
        })
public final class TokenCommand extends CommandGroup {
    /** Creates the command. */
    public TokenCommand() {
        super("Name a command, as in: tengen token list");
    }

    /** A command on the file. */
    abstract static class FileCommand extends BaseCommand {
        @Option(names = "--tokens", paramLabel = "FILE", required = true, description = "The file of tokens.")
        private Path file = Path.of("tokens");

        /** Returns the tokens in the file; none if it does not exist. */
        final List<StaticToken> read() throws IOException {
            return Files.exists(file) ? StaticToken.parse(Files.readString(file)) : List.of();
        }

        /**
         * Replaces the content of the file, and reads it again.
         *
         * @throws IOException if the file does not have exactly {@code tokens} afterwards
         */
        final void write(List<StaticToken> tokens) throws IOException {
            AtomicFile.replaceSecret(
                    file, tokens.stream().map(token -> token.line() + "\n").collect(Collectors.joining()));
            if (!read().equals(tokens)) {
                throw new IOException(
                        file + " does not have the tokens that were written: another program writes to it."
                                + " Run the command again");
            }
            if (isOfRootOnly()) {
                printMessage("tengen: only root can read " + file
                        + ". A server of another user does not see the change:" + " give it the file with chown");
            }
        }

        private boolean isOfRootOnly() throws IOException {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            return view != null
                    && "root".equals(view.getOwner().getName())
                    && Collections.disjoint(
                            view.readAttributes().permissions(),
                            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ));
        }

        final Path file() {
            return file;
        }
    }

    /** {@code tengen token create}. */
    @Command(
            name = "create",
            description = "Add a token to the file and print it. It is not shown again.",
            sortOptions = false)
    static final class Create extends FileCommand {
        @Parameters(paramLabel = "NAME", description = "Whom the token proves.")
        private String name = "";

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                required = true,
                description = "operator, orchestrator, agent or spectator.")
        private String role = "";

        @Option(names = "--days", paramLabel = "COUNT", description = "Days until the token expires. Default: never.")
        private @Nullable Integer days;

        @Override
        public Integer call() throws IOException {
            String created = StaticToken.newToken();
            StaticToken line;
            try {
                line = new StaticToken(
                        new Principal(name, StaticToken.role(role)), StaticToken.digest(created), expiry());
            } catch (IllegalArgumentException e) {
                throw usageError("\"" + name + "\" with --role \"" + role + "\": " + e.getMessage());
            }
            List<StaticToken> earlier = read();
            boolean isOtherRole = earlier.stream()
                    .anyMatch(token -> token.principal().name().equals(name)
                            && token.principal().role() != line.principal().role());
            if (isOtherRole) {
                throw usageError(name + " has a token with another role; revoke it first");
            }
            write(Stream.concat(earlier.stream(), Stream.of(line)).toList());
            out().println(created);
            return ExitCode.OK;
        }

        private Optional<Instant> expiry() {
            if (days == null) {
                return Optional.empty();
            }
            if (days < 1) {
                throw usageError("--days " + days + " is not 1 or more");
            }
            return Optional.of(Instant.now().plus(Duration.ofDays(days)).truncatedTo(ChronoUnit.SECONDS));
        }
    }

    /** {@code tengen token list}. */
    @Command(
            name = "list",
            description = "Show names, roles and expiry of the tokens, and the start of each digest.",
            sortOptions = false)
    static final class ListAll extends FileCommand {
        private static final int SHOWN_DIGITS = 12;

        @Override
        public Integer call() throws IOException {
            Instant now = Instant.now();
            for (StaticToken token : read()) {
                String end = token.expiry().map(Instant::toString).orElse("never");
                out().printf(
                                "%s %s %s... %s%s%n",
                                token.principal().name(),
                                token.principal().role().text(),
                                token.digest().substring(0, SHOWN_DIGITS),
                                end,
                                token.isExpiredAt(now) ? " (expired)" : "");
            }
            return ExitCode.OK;
        }
    }

    /** {@code tengen token revoke}. */
    @Command(
            name = "revoke",
            description = "Remove tokens from the file: all of a name, or the one whose digest starts so.",
            sortOptions = false)
    static final class Revoke extends FileCommand {
        @Parameters(paramLabel = "NAME", description = "Whose tokens to remove.")
        private String name = "";

        @Option(names = "--digest", paramLabel = "START", defaultValue = "", description = "Start of the digest.")
        private String digest = "";

        @Override
        public Integer call() throws IOException {
            List<StaticToken> all = read();
            List<StaticToken> kept =
                    all.stream().filter(token -> !isRevoked(token)).toList();
            if (kept.size() == all.size()) {
                printMessage("tengen: " + file() + " has no such token of " + name);
                return ExitCode.FAILED;
            }
            write(kept);
            out().println("Revoked " + (all.size() - kept.size()) + " of " + name);
            return ExitCode.OK;
        }

        private boolean isRevoked(StaticToken token) {
            return token.principal().name().equals(name) && token.digest().startsWith(digest);
        }
    }
}
