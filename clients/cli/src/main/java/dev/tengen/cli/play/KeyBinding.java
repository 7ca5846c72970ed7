package dev.tengen.cli.play;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.MouseSupport;
import org.jline.utils.InfoCmp.Capability;

/** Key bindings. In a command that ends in {@code POINT}, the point under the cursor replaces it. */
enum KeyBinding {
    /** Cursor. */
    UP("", "up", "", List.of("\033[A"), Capability.key_up),
    /** Cursor. */
    DOWN("", "down", "", List.of("\033[B"), Capability.key_down),
    /** Cursor. */
    LEFT("", "left", "", List.of("\033[D"), Capability.key_left),
    /** Cursor. */
    RIGHT("arrows, mouse", "right", "move the cursor", List.of("\033[C"), Capability.key_right),
    /** A mouse event follows. */
    MOUSE("click", "mouse", "move there; at the cursor: play", List.of()),
    /** Play at the cursor; in a setup change the stone. */
    PLAY("Enter", "play POINT", "play; in a setup: next stone", List.of("\r", "\n")),
    /** Play, or the next step of a lesson. */
    SPACE("Space", "next", "play; in a demo: next step", List.of(" ")),
    /** Pass. */
    PASS("p, R", "pass", "pass, resign", List.of("p")),
    /** Resign. */
    RESIGN("", "resign", "", List.of("R")),
    /** Back. */
    UNDO("u, r", "undo", "undo, redo", List.of("u", "\177", "\b"), Capability.key_backspace),
    /** Forward. */
    REDO("", "redo", "", List.of("r")),
    /** Back to the start. */
    START("Home, End", "goto start", "to the start, to the end", List.of("\033[H", "\033[1~"), Capability.key_home),
    /** Forward to the end. */
    END("", "goto end", "", List.of("\033[F", "\033[4~"), Capability.key_end),
    /** Back by ten. */
    BACK_TEN("PgUp, PgDn", "undo 10", "ten moves back or forward", List.of("\033[5~"), Capability.key_ppage),
    /** Forward by ten. */
    FORWARD_TEN("", "redo 10", "", List.of("\033[6~"), Capability.key_npage),
    /** Why. */
    WHY("w", "why POINT", "is a play here legal, and why", List.of("w")),
    /** The earlier position. */
    REPEATED("m", "repeated POINT", "show the position that it repeats", List.of("m")),
    /** Liberties. */
    LIBERTIES("l", "liberties POINT", "the chain and its liberties", List.of("l")),
    /** Reach. */
    REACH("c", "reach POINT", "what this point reaches", List.of("c")),
    /** Area. */
    AREA("a", "area", "area and score", List.of("a")),
    /** Legal points. */
    LEGAL("g", "legal", "mark the legal points", List.of("g")),
    /** The current position. */
    BOARD("Esc", "board", "no marks; leave a setup", List.of("\033")),
    /** Let a player move. */
    GO("o", "go", "let a built-in player move", List.of("o")),
    /** Setup. */
    SETUP("s", "setup", "set up a position; again: done", List.of("s")),
    /** A black stone. */
    BLACK("b, v, x", "black POINT", "in a setup: black, white, no stone", List.of("b")),
    /** A white stone. */
    WHITE("", "white POINT", "", List.of("v")),
    /** No stone. */
    ERASE("", "erase POINT", "", List.of("x")),
    /** The player to move. */
    TURN("t", "turn", "in a setup: the other player moves first", List.of("t")),
    /** The lessons. */
    DEMOS("d", "demo", "list the demonstrations", List.of("d")),
    /** A typed command. */
    TYPE(":", "", "type a command, or a point", List.of(":")),
    /** Help on keys. */
    HELP("?", "", "this help; \":help\" lists the commands", List.of("?")),
    /** Leave. */
    QUIT("q", "quit", "leave", List.of("q", "\003", "\004"));

    private final String label;
    private final String command;
    private final String summary;
    private final List<String> sequences;
    private final List<Capability> capabilities;

    KeyBinding(String label, String command, String summary, List<String> sequences, Capability... capabilities) {
        this.label = label;
        this.command = command;
        this.summary = summary;
        this.sequences = sequences;
        this.capabilities = List.of(capabilities);
    }

    /** Returns the command of the key. */
    String command() {
        return command;
    }

    /** Returns the key map of {@code terminal}. */
    static KeyMap<KeyBinding> map(Terminal terminal) {
        KeyMap<KeyBinding> map = new KeyMap<>();
        // How long to wait whether an escape starts a longer sequence.
        map.setAmbiguousTimeout(100);
        for (KeyBinding key : values()) {
            key.sequences.forEach(sequence -> map.bind(key, sequence));
            for (Capability capability : key.capabilities) {
                String sequence = KeyMap.key(terminal, capability);
                if (sequence != null) {
                    map.bind(key, sequence);
                }
            }
        }
        for (String start : MouseSupport.keys(terminal)) {
            map.bind(MOUSE, start);
        }
        return map;
    }

    /** Returns a help text with one line per key. */
    static String help() {
        return Arrays.stream(values())
                .filter(key -> !key.summary.isEmpty())
                .map(key -> String.format("%-13s %s", key.label, key.summary))
                .collect(Collectors.joining("\n"));
    }
}
