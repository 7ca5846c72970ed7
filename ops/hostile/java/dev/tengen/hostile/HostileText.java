package dev.tengen.hostile;

import java.util.List;
import java.util.Random;

/** Texts of clients that would write lines of their own into a log or a terminal. */
final class HostileText {
    /** The logger that forged lines name. The server has none of this name. */
    static final String FORGED_LOGGER = "ForgedLogger";

    /** A line of the log as the server writes it, by a logger that it does not have. */
    static final String FORGED_LINE = "00:00:00.000 WARN  " + FORGED_LOGGER + " - a client has written this line";

    private static final String FORGED_JSON =
            "{\"loggerName\":\"" + FORGED_LOGGER + "\",\"formattedMessage\":\"a client has written this line\"}";

    private static final List<String> TEXTS = List.of(
            "\n" + FORGED_LINE + "\n",
            "\r\n" + FORGED_LINE,
            "name\n" + FORGED_JSON + "\n",
            "\u2028" + FORGED_LINE,
            "\u0085" + FORGED_LINE + "\u0085",
            "\u001b[2J\u001b[31m" + FORGED_LINE,
            "\u009b31m",
            "\u202Egnp.exe",
            "\u2066\u2069\u200F",
            "a\u0000b\u0007\u0008",
            "${jndi:ldap://127.0.0.1/a}",
            "%n%d{x} {} {}",
            "<script>alert(1)</script>",
            "../../../../etc/passwd",
            "\ud800",
            "x".repeat(3_000));

    private HostileText() {}

    /** Returns one of the texts. */
    static String any(Random random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }
}
