package dev.tengen.env;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.Players;
import java.util.List;
import java.util.Optional;

/**
 * An episode of a random environment with random actions. Many of them reach every end under every reward mode, policy
 * and limit, with an opponent that moves, resigns or fails, or without one.
 */
final class RandomEpisode {
    private static final List<Grid> GRIDS = List.of(
            Grid.square(1),
            Grid.of(2, 1),
            Grid.square(2),
            Grid.of(3, 2),
            Grid.square(3),
            Grid.of(4, 3),
            Grid.square(4));

    private final SplitMix64 random;
    private final EnvironmentSpec spec;
    private final boolean isPassing;
    private Environment environment;
    private Optional<PlayerException.Kind> failure = Optional.empty();
    private PointSet lastProposal;

    /** Draws a spec with the rules of {@code preset}, some of them changed, and starts its first episode. */
    RandomEpisode(RulesPreset preset, SplitMix64 random) {
        this.random = random;
        Grid grid = GRIDS.get(random.nextInt(GRIDS.size()));
        lastProposal = new PointSet(grid);
        isPassing = chance(3);
        spec = EnvironmentSpec.builder(setup(grid), rules(preset, grid))
                .maxMoves(maxMoves())
                .rewardMode(RewardMode.values()[random.nextInt(4)])
                .scoredOnTruncation(chance(2))
                .illegalActionPolicy(IllegalActionPolicy.values()[random.nextInt(3)])
                .illegalActionPenalty(random.nextInt(3) / 4.0)
                .maxIllegalActions(List.of(0, -1, 1, 2, 5).get(random.nextInt(5)))
                .opponent(opponent())
                .build();
        environment = new Environment(spec, random.nextLong());
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private Rules rules(RulesPreset preset, Grid grid) {
        Rules rules = preset.rules(grid);
        if (chance(4)) {
            // Rules that no name expresses.
            rules = rules.withRepetitionEnd(RepetitionEnd.NONE)
                    .withPassesToEnd(3)
                    .withKo(Ko.values()[random.nextInt(Ko.values().length)]);
        }
        if (!rules.ko().isSuperko() && chance(2)) {
            rules = rules.withRepetitionEnd(RepetitionEnd.values()[random.nextInt(3)]);
        }
        if (chance(6)) {
            rules = rules.withDeadStones(DeadStones.AGREEMENT);
        }
        double half = random.nextInt(5) / 2.0;
        return switch (random.nextInt(6)) {
            case 0 -> rules.withKomi(grid.pointCount() + half);
            case 1 -> rules.withKomi(-grid.pointCount() - half);
            case 2 -> rules.withKomi(chance(2) ? Rules.MAX_KOMI : -Rules.MAX_KOMI);
            case 3 -> rules.withKomi(half);
            default -> rules;
        };
    }

    private Setup setup(Grid grid) {
        int player = chance(4) ? Color.WHITE : Color.BLACK;
        PointSet none = new PointSet(grid);
        boolean isHandicap = grid.pointCount() > 4 && chance(4);
        if (grid.pointCount() > 4 && chance(4)) {
            return new Setup(grid, PointSet.of(grid, 0), PointSet.of(grid, grid.pointCount() - 1), player)
                    .withHandicap(isHandicap ? 2 : 0);
        }
        return new Setup(grid, none, none, player).withHandicap(isHandicap ? 3 : 0);
    }

    private int maxMoves() {
        return switch (random.nextInt(3)) {
            case 0 -> 1 + random.nextInt(12);
            // An episode without a limit may last forever, so some player gives up in time.
            case 1 -> isPassing ? EnvironmentSpec.UNLIMITED_MOVES : EnvironmentSpec.DEFAULT_MAX_MOVES;
            default -> EnvironmentSpec.DEFAULT_MAX_MOVES;
        };
    }

    private Optional<Opponent> opponent() {
        int color = 1 + random.nextInt(2);
        return switch (random.nextInt(4)) {
            case 0 -> Optional.of(new Opponent(Players.RANDOM, color));
            case 1 -> Optional.of(new Opponent(new SuppliedPlayers(this::unreliable), color));
            default -> Optional.empty();
        };
    }

    /** Returns a player that resigns or fails at times. */
    private Player unreliable() {
        Player player = Players.RANDOM.create(spec.grid());
        return (game, chances) -> {
            if (chances.nextInt(8) == 0) {
                failure = Optional.of(PlayerException.Kind.values()[chances.nextInt(4)]);
                throw new PlayerException(failure.get(), "it failed");
            }
            return chances.nextInt(16) == 0 ? Player.RESIGN : player.chooseMove(game, chances);
        };
    }

    EnvironmentSpec spec() {
        return spec;
    }

    Environment environment() {
        return environment;
    }

    /** Returns how the opponent failed, if it did. */
    Optional<PlayerException.Kind> failure() {
        return failure;
    }

    /** Replaces the environment by one that is restored from its snapshot. */
    void restore() {
        environment = new Environment(spec, environment.snapshot());
    }

    /** Takes a random action: legal, illegal, a resignation or a proposal. Returns whether anything changed. */
    boolean act() {
        Game game = environment.game();
        int choice = random.nextInt(100);
        if (game.isInAgreement() && choice < 70) {
            environment.proposeDead(proposal(game));
            return true;
        }
        Legality legality = environment.step(action(game, choice));
        return legality.isLegal() || spec.illegalActionPolicy() != IllegalActionPolicy.REJECT;
    }

    private int action(Game game, int choice) {
        if (choice < 4) {
            return Environment.RESIGN;
        }
        if (choice < 14) {
            return random.nextInt(game.grid().moveCount() + 8) - 4;
        }
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        int pick = random.nextInt(legal.size() + 1);
        return pick == legal.size() || (isPassing && chance(3)) ? game.grid().pass() : legal.nth(pick);
    }

    private PointSet proposal(Game game) {
        if (chance(2) && isWhole(game, lastProposal)) {
            return lastProposal;
        }
        PointSet dead = new PointSet(game.grid());
        for (int point = 0; point < game.grid().pointCount(); point++) {
            if (game.colorAt(point) != Color.EMPTY && chance(3)) {
                dead.addAll(game.reach(point).region());
            }
        }
        lastProposal = dead;
        return dead;
    }

    private static boolean isWhole(Game game, PointSet stones) {
        PointSet whole = new PointSet(game.grid());
        for (int point = stones.first(); point >= 0; point = stones.next(point)) {
            if (game.colorAt(point) == Color.EMPTY) {
                return false;
            }
            whole.addAll(game.reach(point).region());
        }
        return whole.equals(stones);
    }
}
