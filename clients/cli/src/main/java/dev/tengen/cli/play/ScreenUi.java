package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.MouseEvent;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.MouseTracking;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * The user interface on a full screen. Keys and clicks become the commands that {@link LineUi} takes as text. Results
 * appear next to the board. One thread reads, executes and draws.
 */
public final class ScreenUi implements AutoCloseable {
    private static final int MIN_COLORS = 256;
    private static final long RESIZE_POLL_MS = 250;
    private static final String GAME_HINT = "Enter play  p pass  u undo  w why  a area  : command  ? keys  q quit";
    private static final String SETUP_HINT = "Enter, b, v, x stones  t turn  s done  Esc cancel  ? keys";

    private final Terminal terminal;
    private final CommandInterpreter commands;
    private final Display display;
    private final ScreenRenderer drawing;
    private final BindingReader reader;
    private final KeyMap<KeyBinding> keys;
    private final Attributes attributesBefore;
    private Size shownSize = new Size();
    private int cursor;
    private String message = "";

    /** Creates a user interface that owns {@code terminal} until {@link #close}. */
    ScreenUi(Terminal terminal, CommandInterpreter commands) {
        this.terminal = terminal;
        this.commands = commands;
        Integer colors = terminal.getNumericCapability(Capability.max_colors);
        drawing = new ScreenRenderer(
                colors != null && colors >= MIN_COLORS, StandardCharsets.UTF_8.equals(terminal.outputEncoding()));
        reader = new BindingReader(terminal.reader());
        keys = KeyBinding.map(terminal);
        attributesBefore = terminal.enterRawMode();
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        terminal.trackMouse(MouseTracking.Normal);
        display = new Display(terminal, true);
        cursor = middle(commands.session().view().grid());
    }

    /** Opens the terminal of this process; empty if there is none that can show a board. */
    public static Optional<ScreenUi> open(CommandInterpreter commands) throws IOException {
        Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            terminal.close();
            return Optional.empty();
        }
        return Optional.of(new ScreenUi(terminal, commands));
    }

    private static int middle(Grid grid) {
        return grid.point(grid.height() / 2, grid.width() / 2);
    }

    /** Executes the commands {@code first}, and then handles keys until the command quit. */
    public void run(List<String> first) {
        message = commands.session().rules() + ".";
        first.forEach(this::execute);
        if (commands.session().opponentToMove().isPresent()) {
            show(commands.begin());
        }
        while (!commands.isEnded()) {
            draw(hint());
            waitForInput();
            KeyBinding key = reader.readBinding(keys);
            if (key == null) {
                return;
            }
            act(key);
        }
    }

    /** Waits for a key. Redraws if the size of the terminal changes meanwhile. */
    private void waitForInput() {
        Size size = terminal.getSize();
        while (reader.peekCharacter(RESIZE_POLL_MS) == NonBlockingReader.READ_EXPIRED) {
            if (!terminal.getSize().equals(size)) {
                size = terminal.getSize();
                draw(hint());
            }
        }
    }

    private void act(KeyBinding key) {
        switch (key) {
            case UP -> moveCursor(-1, 0);
            case DOWN -> moveCursor(1, 0);
            case LEFT -> moveCursor(0, -1);
            case RIGHT -> moveCursor(0, 1);
            case MOUSE -> click();
            case PLAY -> playAtCursor();
            case SPACE -> space();
            case BOARD -> execute(isSetup() ? "cancel" : KeyBinding.BOARD.command());
            case SETUP -> execute(isSetup() ? "done" : KeyBinding.SETUP.command());
            case TURN -> execute(turn());
            case TYPE -> type();
            case HELP -> page(KeyBinding.help());
            default -> execute(atCursor(key.command()));
        }
    }

    private boolean isSetup() {
        return commands.session().setupEditor().isPresent();
    }

    /** Returns the command that changes the player to move in a setup. */
    private String turn() {
        int color =
                commands.session().setupEditor().map(SetupEditor::playerToMove).orElse(Color.BLACK);
        return color == Color.BLACK ? "turn white" : "turn black";
    }

    private void moveCursor(int rows, int columns) {
        Grid grid = grid();
        int row = Math.floorMod(grid.row(cursor) + rows, grid.height());
        cursor = grid.point(row, Math.floorMod(grid.column(cursor) + columns, grid.width()));
    }

    private Grid grid() {
        return commands.session().view().grid();
    }

    private void click() {
        MouseEvent event = readMouse();
        if (event.getType() != MouseEvent.Type.Pressed) {
            return;
        }
        layout().pointAt(event.getX(), event.getY()).ifPresent(point -> {
            boolean isAgain = point == cursor;
            cursor = point;
            if (isAgain) {
                playAtCursor();
            }
        });
    }

    private MouseEvent readMouse() {
        return terminal.readMouseEvent(reader::readCharacter, reader.getLastBinding());
    }

    private void playAtCursor() {
        execute(atCursor(
                isSetup()
                        ? switch (commands.session().view().colorAt(cursor)) {
                            case Color.EMPTY -> KeyBinding.BLACK.command();
                            case Color.BLACK -> KeyBinding.WHITE.command();
                            default -> KeyBinding.ERASE.command();
                        }
                        : KeyBinding.PLAY.command()));
    }

    private void space() {
        if (commands.isInLesson() && !isSetup()) {
            execute(KeyBinding.SPACE.command());
        } else {
            playAtCursor();
        }
    }

    private String atCursor(String command) {
        return command.replace("POINT", grid().name(cursor));
    }

    private void execute(String line) {
        Grid before = grid();
        show(commands.run(line));
        if (grid() != before) {
            cursor = middle(grid());
        }
    }

    private void show(List<CommandResult> results) {
        String text = results.stream()
                .filter(result -> !result.text().isEmpty())
                .map(result -> result.isError() ? "! " + result.text() : result.text())
                .collect(Collectors.joining("\n"));
        message = commands.isInLesson() ? text + "\nSpace: next step." : text;
        if (sideText().size() > layout().textHeight()) {
            String whole = message;
            message = "";
            page(whole);
        }
    }

    /** Reads a command in the bottom line. Escape cancels. */
    private void type() {
        StringBuilder typed = new StringBuilder();
        while (true) {
            draw(":" + typed + "_");
            int c = reader.readCharacter();
            switch (c) {
                case '\r', '\n' -> {
                    execute(typed.toString());
                    return;
                }
                case NonBlockingReader.EOF, '\033', '\003' -> {
                    return;
                }
                case '\b', '\177' -> typed.setLength(Math.max(0, typed.length() - 1));
                default -> {
                    if (!Character.isISOControl(c)) {
                        typed.appendCodePoint(c);
                    }
                }
            }
        }
    }

    /** Shows long text on the full screen, page by page. Any key shows the next page; q returns to the board. */
    private void page(String text) {
        Size size = terminal.getSize();
        int pageHeight = Math.max(1, size.getRows() - 1);
        List<String> lines = TextWrap.lines(text, Math.max(1, size.getColumns() - 1));
        for (int from = 0; from < lines.size(); from += pageHeight) {
            int to = Math.min(lines.size(), from + pageHeight);
            List<AttributedString> shown =
                    lines.subList(from, to).stream().map(AttributedString::new).toList();
            show(shown, to < lines.size() ? "Space: more  q: back to the board" : "Space: back to the board");
            KeyBinding key = reader.readBinding(keys);
            if (key == KeyBinding.MOUSE) {
                readMouse();
            }
            if (key == null || key == KeyBinding.QUIT) {
                return;
            }
        }
    }

    private List<String> sideText() {
        BoardSession session = commands.session();
        ScreenLayout layout = layout();
        List<String> lines = new ArrayList<>();
        session.status().forEach(line -> lines.addAll(TextWrap.lines(line, layout.textWidth())));
        session.opponent()
                .ifPresent(player -> lines.addAll(TextWrap.lines(
                        player.name() + " plays " + Color.name(player.color()) + ".", layout.textWidth())));
        if (layout.isTextBeside()) {
            lines.add("");
        }
        lines.addAll(TextWrap.lines(message, layout.textWidth()));
        return lines;
    }

    private ScreenLayout layout() {
        Size size = terminal.getSize();
        return ScreenLayout.of(grid(), cursor, size.getColumns(), size.getRows());
    }

    private String hint() {
        return grid().name(cursor) + "  " + (isSetup() ? SETUP_HINT : GAME_HINT);
    }

    private void draw(String bottom) {
        show(drawing.draw(commands.session().view(), cursor, sideText(), layout()), bottom);
    }

    private void show(List<AttributedString> body, String bottom) {
        Size size = terminal.getSize();
        if (!size.equals(shownSize)) {
            // The content of the screen is unknown after a resize.
            display.clear();
            display.resize(size.getRows(), size.getColumns());
            shownSize = size;
        }
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < size.getRows() - 1; i++) {
            AttributedString line = i < body.size() ? body.get(i) : AttributedString.EMPTY;
            lines.add(line.columnSubSequence(0, size.getColumns()));
        }
        lines.add(new AttributedString(bottom).columnSubSequence(0, size.getColumns() - 1));
        display.update(lines, size.cursorPos(size.getRows() - 1, 0));
    }

    /** Restores the terminal. */
    @Override
    public void close() throws IOException {
        terminal.trackMouse(MouseTracking.Off);
        terminal.puts(Capability.cursor_normal);
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(Objects.requireNonNull(attributesBefore));
        terminal.flush();
        terminal.close();
    }
}
