package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.SessionSummary;
import dev.tengen.client.TengenClient;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine whose player runs at a server. */
class ServerPlayerTest {
    private static final Rules RULES = Rules.TROMP_TAYLOR;

    private TengenServer server;
    private TengenClient client;
    private ServerPlayer player;

    @BeforeEach
    void start() throws IOException {
        server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
        String address = "127.0.0.1:" + server.port();
        client = TengenClient.connect(address);
        player = ServerPlayer.connect(address, "random", ConnectionSecurity.NONE);
    }

    @AfterEach
    void stop() {
        player.close();
        client.close();
        server.close();
    }

    private Dialog engine(Rules rules) {
        Setup start = Setup.empty(Grid.square(4));
        return Dialog.with(new Engine(start, rules, grid -> player, new SplitMix64(1), "1.2.3"));
    }

    /** Computes the choice of the server's player in this process. */
    private static Dialog local(Rules rules) {
        Setup start = Setup.empty(Grid.square(4));
        return Dialog.with(new Engine(
                start,
                rules,
                grid -> (game, random) ->
                        Players.RANDOM.create(grid).chooseMove(game, new SplitMix64(random.nextLong())),
                new SplitMix64(1),
                "1.2.3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tromp-taylor", "japanese", "aga", "blog-2011"})
    @Tag("full")
    void genmove_movesTakenBackAndSetUp_isAsInThisProcess(String preset) {
        Rules rules = RulesPreset.named(preset).orElseThrow().rules(Grid.square(4));
        Dialog far = engine(rules);
        Dialog near = local(rules);
        SplitMix64 random = new SplitMix64(7);
        int[] counts = new int[5];
        for (int number = 0; number < 300; number++) {
            String color = random.nextInt(2) == 0 ? "b" : "w";
            int kind = random.nextInt(40);
            if (kind == 0) {
                far.send("boardsize 4 3", "komi 0.5");
                near.send("boardsize 4 3", "komi 0.5");
                counts[0]++;
            } else if (kind == 1) {
                far.send("set_position b A1 w C3");
                near.send("set_position b A1 w C3");
                counts[1]++;
            } else if (kind < 8 && !near.ask("move_history").isEmpty()) {
                far.send("undo");
                near.send("undo");
                counts[2]++;
            } else {
                assertThat(far.ask("genmove " + color)).isEqualTo(near.ask("genmove " + color));
                counts[3]++;
            }
        }

        assertThat(far.ask("printsgf")).isEqualTo(near.ask("printsgf"));
        assertThat(counts[0]).isPositive();
        assertThat(counts[1]).isPositive();
        assertThat(counts[2]).isGreaterThan(20);
        assertThat(counts[3]).isGreaterThan(200);
    }

    @Test
    void genmove_movesThatContinue_areStepsInOneSession() {
        Dialog engine = engine(RULES);
        engine.send("genmove b");
        String first = client.listSessions().get(0).sessionId();

        engine.send("genmove w", "play b pass", "genmove w");

        assertThat(client.listSessions()).extracting(SessionSummary::sessionId).containsExactly(first);
        assertThat(client.listSessions().get(0).moveNumber()).isEqualTo(3);
    }

    @Test
    void genmove_afterTwoPasses_goesOnAtTheServer() {
        Dialog engine = engine(RULES);

        engine.send("genmove b", "play w pass", "play b pass", "genmove w", "play w pass", "play w pass", "genmove b");

        assertThat(engine.ask("move_history").lines()).hasSize(7);
    }

    @Test
    void genmove_undo_leavesNoOtherSessionOpen() {
        Dialog engine = engine(RULES);
        for (int number = 0; number < 5; number++) {
            engine.send("genmove b", "genmove w", "undo");
        }
        player.close();

        assertThat(client.listSessions()).isEmpty();
    }

    @Test
    void genmove_unknownPlayer_namesThoseThereAre() {
        ServerPlayer nobody = ServerPlayer.connect("127.0.0.1:" + server.port(), "nobody", ConnectionSecurity.NONE);
        Engine engine = new Engine(Setup.empty(Grid.square(4)), RULES, grid -> nobody, new SplitMix64(1), "1.2.3");

        String refusal = Dialog.with(engine).refusal("genmove b");

        nobody.close();
        assertThat(refusal).contains("player \"nobody\" is not one of [random");
    }

    @Test
    @Tag("full")
    void genmove_serverAway_isRefusedAndThePlayGoesOn() {
        Dialog engine = engine(RULES);
        engine.send("genmove b");
        server.close();

        assertThat(engine.refusal("genmove w")).startsWith("the player failed: ");
        assertThat(engine.send("play w pass").ask("move_history").lines()).hasSize(2);
    }
}
