package dev.tengen.server.quota;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The quotas of principals: defaults by role, which a file changes for a role or for one principal. A line of the file
 * is {@code ROLE KIND=NUMBER ...} or {@code NAME KIND=NUMBER ...}, with a role as in {@code role:agent}. A number is 0
 * or more, or {@code unlimited}. A number of {@code memory_bytes} may end in {@code %}: a part of the memory that
 * clients may reserve. Immutable.
 */
public final class QuotaPolicy {
    /** The quota of what has no limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final String ROLE_PREFIX = "role:";
    private static final int HUNDRED = 100;

    private final Map<Role, Map<QuotaKind, Long>> byRole;
    private final Map<String, Map<QuotaKind, Long>> byName;

    private QuotaPolicy(Map<Role, Map<QuotaKind, Long>> byRole, Map<String, Map<QuotaKind, Long>> byName) {
        this.byRole = byRole;
        this.byName = byName;
    }

    /**
     * Returns the defaults.
     *
     * @param memoryBytes the memory that all clients together may reserve
     */
    public static QuotaPolicy defaults(long memoryBytes) {
        Map<Role, Map<QuotaKind, Long>> byRole = new EnumMap<>(Role.class);
        byRole.put(Role.OPERATOR, new EnumMap<>(QuotaKind.class));
        byRole.put(Role.ORCHESTRATOR, limits(memoryBytes / 2, 1024, 4096, 20_000, 64L << 20));
        byRole.put(Role.AGENT, limits(memoryBytes / 2, 256, 1024, 20_000, 64L << 20));
        byRole.put(Role.SPECTATOR, limits(memoryBytes / 20, 16, 256, 1000, 1L << 20));
        return new QuotaPolicy(byRole, new HashMap<>());
    }

    private static Map<QuotaKind, Long> limits(
            long memoryBytes, long streams, long concurrent, long calls, long bytes) {
        Map<QuotaKind, Long> limits = new EnumMap<>(QuotaKind.class);
        limits.put(QuotaKind.MEMORY_BYTES, memoryBytes);
        limits.put(QuotaKind.LIVE_STREAMS, streams);
        limits.put(QuotaKind.CONCURRENT_CALLS, concurrent);
        limits.put(QuotaKind.CALLS_PER_SECOND, calls);
        limits.put(QuotaKind.REQUEST_BYTES_PER_SECOND, bytes);
        return limits;
    }

    /**
     * Returns the defaults, changed by the text of a file. Empty lines, and those that start with #, do not count.
     *
     * @param memoryBytes the memory that all clients together may reserve
     * @throws IOException if a line is malformed. The message has its number
     */
    public static QuotaPolicy parse(String text, long memoryBytes) throws IOException {
        QuotaPolicy policy = defaults(memoryBytes);
        List<String> lines = text.lines().toList();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                policy.add(line.split("\\s+", -1), memoryBytes);
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "line " + number + " is not \"NAME KIND=NUMBER ...\" or \"role:ROLE KIND=NUMBER ...\": "
                                + e.getMessage(),
                        e);
            }
        }
        return policy;
    }

    private void add(String[] fields, long memoryBytes) {
        Map<QuotaKind, Long> limits = fields[0].startsWith(ROLE_PREFIX)
                ? byRole.computeIfAbsent(
                        StaticToken.role(fields[0].substring(ROLE_PREFIX.length())),
                        role -> new EnumMap<>(QuotaKind.class))
                : byName.computeIfAbsent(StaticToken.requireName(fields[0]), name -> new EnumMap<>(QuotaKind.class));
        for (int index = 1; index < fields.length; index++) {
            String[] parts = fields[index].split("=", -1);
            QuotaKind kind = QuotaKind.named(parts[0])
                    .orElseThrow(() -> new IllegalArgumentException("there is no quota \"" + parts[0] + "\""));
            if (parts.length != 2) {
                throw new IllegalArgumentException(kind.text() + " has no number");
            }
            limits.put(kind, number(kind, parts[1], memoryBytes));
        }
    }

    private static long number(QuotaKind kind, String text, long memoryBytes) {
        if (text.equals("unlimited")) {
            return UNLIMITED;
        }
        boolean isShare = kind == QuotaKind.MEMORY_BYTES && text.endsWith("%");
        String digits = isShare ? text.substring(0, text.length() - 1) : text;
        if (!digits.matches("[0-9]{1,18}") || (isShare && Long.parseLong(digits) > HUNDRED)) {
            throw new IllegalArgumentException(
                    kind.text() + "=" + text + " is not a number, 0 or more, nor \"unlimited\"");
        }
        long number = Long.parseLong(digits);
        return isShare ? (long) (memoryBytes * (number / (double) HUNDRED)) : number;
    }

    /** Returns the limit of {@code principal}; {@link #UNLIMITED} if it has none. */
    public long limit(Principal principal, QuotaKind kind) {
        Long own = byName.getOrDefault(principal.name(), Map.of()).get(kind);
        return own != null
                ? own
                : byRole.getOrDefault(principal.role(), Map.of()).getOrDefault(kind, UNLIMITED);
    }
}
