package dev.tengen.server.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line of a token file: whose token it is, and the digest of it. The file does not hold the token itself, so reading
 * the file does not help to use it.
 *
 * @param principal whom the token proves
 * @param digest SHA-256 of the token, in lower-case hexadecimal digits
 * @param expiry when the token ends; empty if never
 */
public record StaticToken(Principal principal, String digest, Optional<Instant> expiry) {
    /** What every token starts with, so that programs that look for leaked secrets find it. */
    public static final String PREFIX = "tengen_";

    private static final int RANDOM_BYTES = 32;
    private static final int FIELD_COUNT = 4;
    private static final String NEVER = "never";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@:/+-]{1,128}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the name or the digest is malformed
     */
    public StaticToken {
        requireName(principal.name());
        if (!DIGEST.matcher(digest).matches()) {
            throw new IllegalArgumentException("the digest of " + principal.name() + " is not 64 hexadecimal digits");
        }
    }

    /**
     * Returns {@code name} if a principal may have it.
     *
     * @throws IllegalArgumentException otherwise
     */
    public static String requireName(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "the name is not 1 to 128 letters, digits and characters of . _ @ : / + -, other than \""
                            + Principal.LOCAL.name() + "\"");
        }
        return name;
    }

    /**
     * Returns whether credentials may prove the name. That of {@link Principal#LOCAL} needs none, so none may prove it.
     */
    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(Principal.LOCAL.name());
    }

    /** Returns a new token of 256 random bits. */
    public static String newToken() {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Returns the digest of a token. */
    public static String digest(String token) {
        return HexFormat.of().formatHex(sha256(token));
    }

    static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every Java platform has it.
        }
    }

    /** Returns whether the token has ended at {@code time}. */
    public boolean isExpiredAt(Instant time) {
        return expiry.isPresent() && !time.isBefore(expiry.get());
    }

    /** Returns the line of the file: name, role, digest and expiry, separated by spaces. */
    public String line() {
        return principal.name() + " " + principal.role().text() + " " + digest + " "
                + expiry.map(Instant::toString).orElse(NEVER);
    }

    /**
     * Returns the tokens of a file. Empty lines, and those that start with #, do not count.
     *
     * @throws IOException if a line is malformed. The message has its number and never its digest
     */
    public static List<StaticToken> parse(String text) throws IOException {
        List<StaticToken> tokens = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                tokens.add(parseLine(line.split("\\s+", -1)));
            } catch (IllegalArgumentException | DateTimeParseException e) {
                throw new IOException("line " + number + " is not \"NAME ROLE SHA256 EXPIRY\": " + e.getMessage(), e);
            }
        }
        return tokens;
    }

    private static StaticToken parseLine(String[] fields) {
        if (fields.length != FIELD_COUNT) {
            throw new IllegalArgumentException("it has " + fields.length + " fields");
        }
        Optional<Instant> expiry = fields[3].equals(NEVER) ? Optional.empty() : Optional.of(Instant.parse(fields[3]));
        return new StaticToken(new Principal(fields[0], role(fields[1])), fields[2], expiry);
    }

    /**
     * Returns the role with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Role role(String text) {
        return Arrays.stream(Role.values())
                .filter(role -> role.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the role is not one of "
                        + Arrays.stream(Role.values()).map(Role::text).toList()));
    }
}
