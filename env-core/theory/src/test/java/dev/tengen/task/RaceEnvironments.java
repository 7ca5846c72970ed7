package dev.tengen.task;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.env.TaskInfo;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.Tasks;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import java.util.Optional;

/** Environments of races for tests. */
final class RaceEnvironments {
    /**
     * Two chains with three plain liberties each and none shared, on 9x9: A7, B7, C7 are the liberties of Black's
     * chain, and J3, H3, G3 those of White's. The player who moves first captures.
     */
    static final String EVEN = "e3-s0-e3/eyes0-0/turn0";

    /** A seki with two shared liberties and no others. */
    static final String SEKI = "e0-s2-e0/eyes0-0/turn0";

    private RaceEnvironments() {}

    static EnvironmentSpec spec(String task, int size, Optional<BuiltInPlayer> opponent) {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(size)), Rules.TROMP_TAYLOR)
                .task(Optional.of(Tasks.named("task", task, Grid.square(size))))
                .opponent(opponent.map(player -> new Opponent(player, Color.EMPTY)))
                .build();
    }

    static Environment open(String task, int size, BuiltInPlayer opponent, long seed) {
        return new Environment(spec(task, size, Optional.of(opponent)), seed);
    }

    /** Returns the race named {@code id}. The client moves for both players, or plays against {@code opponent}. */
    static Environment named(String task, String id, int agent, int first, Optional<BuiltInPlayer> opponent) {
        Environment environment = new Environment(spec(task, 9, opponent), 1);
        environment.reset(1, new TaskOptions(id, agent, first));
        return environment;
    }

    static TaskInfo info(Environment environment) {
        return environment.taskInfo().orElseThrow();
    }

    static void play(Environment environment, String... moves) {
        Grid grid = environment.game().grid();
        for (String move : moves) {
            int action = move.equals("pass") ? grid.pass() : grid.point(move);
            if (!environment.step(action).isLegal()) {
                throw new IllegalArgumentException(move + " is illegal");
            }
        }
    }
}
