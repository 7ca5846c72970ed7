package dev.tengen.gtp.driver;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.Players;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An engine that plays by the rules until a given move number, and then has a fault. */
public final class FakeEngine {
    private final Fault fault;
    private final int faultyMove;
    private Game game = new Game(Setup.empty(Grid.square(19)), Rules.TROMP_TAYLOR);
    private int generatedCount;

    private FakeEngine(Fault fault, int faultyMove) {
        this.fault = fault;
        this.faultyMove = faultyMove;
    }

    /** Faults and other behaviors of an engine. */
    public enum Fault {
        /** Nothing. */
        NONE,
        /** Ends with exit code 3 and an error message. */
        DIE,
        /** Never answers. */
        SLEEP,
        /** Answers five seconds late. */
        LATE,
        /** Answers ten seconds late. */
        VERY_LATE,
        /** Prints something that is no response. */
        GARBAGE,
        /** Answers with a word that is no vertex. */
        NO_VERTEX,
        /** Answers with a vertex of a larger board. */
        OFF_BOARD,
        /** Answers with a point that holds a stone. */
        OCCUPIED,
        /** Answers with an error. */
        ERROR,
        /** Answers with the id of another command. */
        WRONG_ID,
        /** Resigns. */
        RESIGN,
        /** Writes megabytes to standard error, and then moves. */
        FLOOD_ERRORS,
        /** Writes to standard output forever, without an end of line. */
        FLOOD_LINE,
        /** Responds with lines forever. */
        FLOOD_LINES,
        /** Sends unrequested responses forever. */
        FLOOD_RESPONSES,
        /** Rejects every move. */
        REFUSE,
        /** Starts another process, which sleeps, and sleeps too. */
        SPAWN,
        /** Ignores the command to quit. */
        STAY,
        /** Has no undo, so its board must be set up again. */
        NO_UNDO,
        /** Supports rectangular boards. */
        RECTANGULAR,
        /** Accepts a whole position, and the rules. */
        POSITION,
        /** Accepts commands about its clock. */
        CLOCKED,
        /** Always passes. */
        PASS,
        /** Sleeps before it reads a command. */
        NEVER_START,
        /** Ends before it reads a command. */
        DIE_AT_START,
    }

    /** Returns the command that starts an engine with {@code fault} at its {@code move}th move. */
    public static List<String> command(Fault fault, int move) {
        return command(FakeEngine.class, fault.name(), Integer.toString(move));
    }

    /** Returns the command that starts {@code engine}, a class with a {@code main} method. */
    static List<String> command(Class<?> engine, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                engine.getName()));
        words.addAll(List.of(arguments));
        return List.copyOf(words);
    }

    /** Returns an engine with {@code fault} at its first move, and timeouts for a slow machine. */
    public static EngineSpec spec(Fault fault) {
        return spec(fault, 1);
    }

    /** Returns an engine with {@code fault} at its {@code move}th move. */
    public static EngineSpec spec(Fault fault, int move) {
        return new EngineSpec(
                "fake",
                command(fault, move),
                EngineSpec.DEFAULT_START_TIMEOUT.multipliedBy(6),
                Optional.empty(),
                DeadStones.AS_THEY_STAND);
    }

    /** Runs an engine. The arguments are the fault and the number of the move at which it occurs. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Fault fault = Fault.valueOf(arguments[0]);
        if (fault == Fault.DIE_AT_START) {
            System.err.println("no license");
            System.exit(9);
        }
        if (fault == Fault.NEVER_START) {
            Thread.sleep(Long.MAX_VALUE);
        }
        new FakeEngine(fault, Integer.parseInt(arguments[1])).serve();
    }

    private void serve() throws IOException, InterruptedException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            GtpCommand command = GtpCommand.parse(line).orElseThrow();
            System.err.println("heard " + command);
            System.out.print(answer(command).format());
            System.out.flush();
            if (command.name().equals("quit") && fault != Fault.STAY) {
                return;
            }
        }
        if (fault == Fault.STAY) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private GtpResponse answer(GtpCommand command) throws InterruptedException, IOException {
        List<String> words = command.arguments();
        switch (command.name()) {
            case "list_commands":
                return GtpResponse.success(command, String.join("\n", commands()));
            case "boardsize":
                return size(command, Integer.parseInt(words.get(0)), Integer.parseInt(words.get(0)));
            case "rectangular_boardsize":
                return size(command, Integer.parseInt(words.get(0)), Integer.parseInt(words.get(1)));
            case "clear_board":
                game = new Game(game.setup(), Rules.TROMP_TAYLOR);
                break;
            case "play":
                return play(command, GtpColor.parse(words.get(0)), game.grid().point(words.get(1)));
            case "undo":
                game.undo();
                break;
            case "genmove":
                return generate(command, GtpColor.parse(words.get(0)));
            default:
                break;
        }
        return GtpResponse.success(command, "");
    }

    private List<String> commands() {
        List<String> commands = new ArrayList<>(
                List.of("boardsize", "clear_board", "komi", "play", "genmove", "quit", "list_commands"));
        if (fault != Fault.NO_UNDO) {
            commands.add("undo");
        }
        if (fault == Fault.RECTANGULAR) {
            commands.add("rectangular_boardsize");
        }
        if (fault == Fault.CLOCKED) {
            commands.addAll(List.of("time_settings", "time_left"));
        }
        if (fault == Fault.POSITION) {
            commands.addAll(List.of("set_position", "kata-set-rules"));
        }
        return commands;
    }

    private GtpResponse size(GtpCommand command, int width, int height) {
        if (width > 19) {
            return GtpResponse.failure(command, "unacceptable size");
        }
        game = new Game(Setup.empty(Grid.of(width, height)), Rules.TROMP_TAYLOR);
        return GtpResponse.success(command, "");
    }

    private GtpResponse play(GtpCommand command, int color, int move) {
        if (fault == Fault.REFUSE) {
            return GtpResponse.failure(command, "illegal move");
        }
        turnTo(color);
        return game.play(move).isLegal()
                ? GtpResponse.success(command, "")
                : GtpResponse.failure(command, "illegal move");
    }

    /** The protocol allows a color to move twice in a row, as set-up stones are sent. */
    private void turnTo(int color) {
        if (game.isOver()) {
            game.resume();
        }
        if (game.playerToMove() != color) {
            game.play(game.grid().pass());
        }
        if (game.isOver()) {
            game.resume();
        }
    }

    private GtpResponse generate(GtpCommand command, int color) throws InterruptedException, IOException {
        turnTo(color);
        if (++generatedCount >= faultyMove && !isHarmless(fault)) {
            return fail(command);
        }
        int move = fault == Fault.PASS
                ? game.grid().pass()
                : Players.EYE_SAFE_RANDOM.create(game.grid()).chooseMove(game, new SplitMix64(game.stateHash()));
        game.play(move);
        return GtpResponse.success(command, game.grid().name(move));
    }

    private static boolean isHarmless(Fault fault) {
        return Set.of(
                        Fault.NONE,
                        Fault.REFUSE,
                        Fault.STAY,
                        Fault.NO_UNDO,
                        Fault.RECTANGULAR,
                        Fault.POSITION,
                        Fault.CLOCKED,
                        Fault.PASS)
                .contains(fault);
    }

    private GtpResponse fail(GtpCommand command) throws InterruptedException, IOException {
        switch (fault) {
            case DIE:
                System.err.println("out of memory, or so it seems");
                System.exit(3);
                break;
            case SPAWN:
                new ProcessBuilder(command(Fault.NEVER_START, 1)).start();
                Thread.sleep(Long.MAX_VALUE);
                break;
            case SLEEP:
                Thread.sleep(Long.MAX_VALUE);
                break;
            case LATE:
                Thread.sleep(5000);
                return GtpResponse.success(command, "pass");
            case VERY_LATE:
                Thread.sleep(10_000);
                return GtpResponse.success(command, "pass");
            case GARBAGE:
                System.out.println("Segmentation fault (core dumped)");
                System.out.flush();
                Thread.sleep(Long.MAX_VALUE);
                break;
            case WRONG_ID:
                return GtpResponse.success(command.withId(command.id().orElseThrow() + 1), "pass");
            case FLOOD_ERRORS:
                System.err.print("flood ".repeat(1_000_000));
                return GtpResponse.success(command, "pass");
            case FLOOD_LINE:
                System.out.print("=" + command.id().orElseThrow() + " ");
                flood("x".repeat(1000));
                break;
            case FLOOD_LINES:
                System.out.print("=" + command.id().orElseThrow() + " ");
                flood("line\n");
                break;
            case FLOOD_RESPONSES:
                flood("= pass\n\n");
                break;
            default:
                break;
        }
        return reply(command);
    }

    private GtpResponse reply(GtpCommand command) {
        return switch (fault) {
            case NO_VERTEX -> GtpResponse.success(command, "banana");
            case OFF_BOARD -> GtpResponse.success(command, "Z25");
            case OCCUPIED ->
                GtpResponse.success(
                        command,
                        game.grid().name(game.board().points(Color.BLACK).first()));
            case RESIGN -> GtpResponse.success(command, "resign");
            default -> GtpResponse.failure(command, "cannot think");
        };
    }

    private static void flood(String text) {
        while (!System.out.checkError()) {
            System.out.print(text);
        }
    }
}
