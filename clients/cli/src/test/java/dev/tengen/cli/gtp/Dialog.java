package dev.tengen.cli.gtp;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;

/** An engine and its responses, for tests. */
final class Dialog {
    private final Engine engine;

    private Dialog(Engine engine) {
        this.engine = engine;
    }

    /** Starts with an empty board and the uniformly random player. */
    static Dialog on(int size, Rules rules) {
        return on(size, rules, Players.RANDOM, 1);
    }

    static Dialog on(int size, Rules rules, BuiltInPlayer player, long seed) {
        Setup start = Setup.empty(Grid.square(size));
        return new Dialog(new Engine(start, rules, player::create, new SplitMix64(seed), "1.2.3"));
    }

    static Dialog with(Engine engine) {
        return new Dialog(engine);
    }

    /** Sends lines that must succeed. */
    Dialog send(String... lines) {
        for (String line : lines) {
            ask(line);
        }
        return this;
    }

    /** Returns the text of a response, which must be a success. */
    String ask(String line) {
        GtpResponse response = engine.answer(line).orElseThrow();
        if (!response.isSuccess()) {
            throw new AssertionError(line + ": " + response.text());
        }
        return response.text();
    }

    /** Returns the text of a response, which must be a failure. */
    String refusal(String line) {
        GtpResponse response = engine.answer(line).orElseThrow();
        if (response.isSuccess()) {
            throw new AssertionError(line + " succeeded: " + response.text());
        }
        return response.text();
    }
}
