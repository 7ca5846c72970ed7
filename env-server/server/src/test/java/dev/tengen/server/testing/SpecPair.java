package dev.tengen.server.testing;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.Opponent;
import dev.tengen.env.RewardMode;
import dev.tengen.env.SymmetryChoice;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Scoring;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.SuicideRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One spec written twice, without the converter of the server: as a client sends it and as the core takes it.
 *
 * @param message what a client sends
 * @param core what it means
 */
public record SpecPair(dev.tengen.proto.v1.EnvironmentSpec message, EnvironmentSpec core) {
    private static final List<String> ENCODINGS = List.of("alphazero-17", "openspiel-4");

    /** The meaning of the numbers of the contract. */
    private static final List<SymmetryChoice> SYMMETRIES = List.of(
            SymmetryChoice.NONE,
            SymmetryChoice.NONE,
            SymmetryChoice.of(Symmetry.ROTATE_90),
            SymmetryChoice.of(Symmetry.ROTATE_180),
            SymmetryChoice.of(Symmetry.ROTATE_270),
            SymmetryChoice.of(Symmetry.FLIP_ROWS),
            SymmetryChoice.of(Symmetry.FLIP_COLUMNS),
            SymmetryChoice.of(Symmetry.TRANSPOSE),
            SymmetryChoice.of(Symmetry.ANTI_TRANSPOSE),
            SymmetryChoice.DRAWN);

    /** Returns a random spec: mostly small boards, every rule, policy, mode and player. */
    public static SpecPair random(SplitMix64 random) {
        return new Draw(random).pair();
    }

    /** Returns the same spec with a random form and a random symmetry that its board has. */
    public SpecPair seen(SplitMix64 random) {
        int format = random.nextInt(4);
        int layout = random.nextInt(3);
        int symmetry = random.nextInt(10);
        boolean isSquare = message.getWidth() == message.getHeight();
        if (!isSquare && Set.of(2, 4, 7, 8).contains(symmetry)) {
            symmetry = 9;
        }
        ObservationForm form = new ObservationForm(
                List.of(
                                ObservationFormat.BITS,
                                ObservationFormat.BITS,
                                ObservationFormat.UINT8,
                                ObservationFormat.FLOAT32)
                        .get(format),
                layout == 2 ? ObservationLayout.HWC : ObservationLayout.CHW);
        return new SpecPair(
                message.toBuilder()
                        .setObservationFormatValue(format)
                        .setObservationLayoutValue(layout)
                        .setSymmetryValue(symmetry)
                        .build(),
                core.toBuilder().form(form).symmetry(SYMMETRIES.get(symmetry)).build());
    }

    /** A spec under construction. Each method draws one part of it and adds it to the message. */
    private static final class Draw {
        private final SplitMix64 random;
        private final dev.tengen.proto.v1.EnvironmentSpec.Builder message =
                dev.tengen.proto.v1.EnvironmentSpec.newBuilder();

        Draw(SplitMix64 random) {
            this.random = random;
        }

        private boolean chance(int oneIn) {
            return random.nextInt(oneIn) == 0;
        }

        SpecPair pair() {
            Grid grid = grid();
            EnvironmentSpec core = EnvironmentSpec.builder(setup(grid), rules(grid))
                    .maxMoves(maxMoves())
                    .rewardMode(rewardMode())
                    .scoredOnTruncation(isScoredOnTruncation())
                    .illegalActionPolicy(policy())
                    .illegalActionPenalty(penalty())
                    .maxIllegalActions(maxIllegalActions())
                    .encodings(encodings())
                    .opponent(opponent())
                    .build();
            return new SpecPair(message.build(), core);
        }

        private Grid grid() {
            int greatest = chance(20) ? 19 : 7;
            int width = 1 + random.nextInt(greatest);
            int height = 1 + random.nextInt(greatest);
            message.setWidth(width).setHeight(height);
            return Grid.of(width, height);
        }

        /** Draws stones on squares of one color of a chess board, so that each is a chain with all its liberties. */
        private Setup setup(Grid grid) {
            if (grid.pointCount() == 1 || !chance(3)) {
                return Setup.empty(grid);
            }
            PointSet black = new PointSet(grid);
            PointSet white = new PointSet(grid);
            for (int point = 0; point < grid.pointCount(); point++) {
                if ((grid.row(point) + grid.column(point)) % 2 == 0 && chance(3)) {
                    (chance(2) ? black : white).add(point);
                }
            }
            boolean isBlackFirst = chance(2);
            dev.tengen.proto.v1.Setup.Builder setup = message.getSetupBuilder()
                    .setPlayerToMove(
                            isBlackFirst
                                    ? dev.tengen.proto.v1.Color.COLOR_BLACK
                                    : dev.tengen.proto.v1.Color.COLOR_WHITE);
            black.forEach(setup::addBlackPoints);
            white.forEach(setup::addWhitePoints);
            return Setup.of(grid, black, white, isBlackFirst ? Color.BLACK : Color.WHITE);
        }

        private Rules rules(Grid grid) {
            RulesPreset preset = RulesPreset.values()[random.nextInt(RulesPreset.values().length)];
            dev.tengen.proto.v1.Rules.Builder rules = message.getRulesBuilder().setPreset(preset.presetName());
            Rules core = preset.rules(grid);
            if (core.repetitionEnd() != RepetitionEnd.NONE) {
                return core; // Not every ko rule is allowed with it.
            }
            if (chance(2)) {
                double komi = (random.nextInt(41) - 20) / 2.0;
                rules.setKomi(komi);
                core = core.withKomi(komi);
            }
            if (chance(2)) {
                int number = 1 + random.nextInt(5);
                rules.setKo(KoRule.forNumber(number));
                core = core.withKo(List.of(Ko.POSITIONAL, Ko.SITUATIONAL, Ko.NATURAL_SITUATIONAL, Ko.SIMPLE, Ko.NONE)
                        .get(number - 1));
            }
            if (chance(2)) {
                int number = 1 + random.nextInt(3);
                rules.setSuicide(SuicideRule.forNumber(number));
                core = core.withSuicide(List.of(Suicide.FORBIDDEN, Suicide.MULTI_STONE, Suicide.ANY)
                        .get(number - 1));
            }
            if (chance(3)) {
                rules.setPassesToEnd(3);
                core = core.withPassesToEnd(3);
            }
            return scoring(rules, core);
        }

        private Rules scoring(dev.tengen.proto.v1.Rules.Builder rules, Rules without) {
            Rules core = without;
            if (chance(3)) {
                rules.setScoringValue(2);
                core = core.withScoring(Scoring.TERRITORY);
            }
            if (chance(3)) {
                int number = 1 + random.nextInt(3);
                rules.setTaxValue(number);
                core = core.withTax(List.of(Tax.NONE, Tax.SEKI, Tax.ALL).get(number - 1));
            }
            if (chance(4)) {
                rules.setDeadStonesValue(2);
                core = core.withDeadStones(DeadStones.AGREEMENT);
            }
            return core;
        }

        private int maxMoves() {
            int maxMoves = chance(3) ? 1 + random.nextInt(60) : EnvironmentSpec.DEFAULT_MAX_MOVES;
            message.setMaxMoves(maxMoves);
            return maxMoves;
        }

        private RewardMode rewardMode() {
            int number = random.nextInt(5);
            message.setRewardModeValue(number);
            return List.of(
                            RewardMode.WIN,
                            RewardMode.WIN,
                            RewardMode.MARGIN,
                            RewardMode.MARGIN_PER_POINT,
                            RewardMode.AREA_DELTA)
                    .get(number);
        }

        private boolean isScoredOnTruncation() {
            boolean isScored = chance(2);
            message.setScoreOnTruncation(isScored);
            return isScored;
        }

        private IllegalActionPolicy policy() {
            int number = random.nextInt(4);
            message.setIllegalActionPolicyValue(number);
            return List.of(
                            IllegalActionPolicy.REJECT,
                            IllegalActionPolicy.REJECT,
                            IllegalActionPolicy.LOSE,
                            IllegalActionPolicy.IGNORE)
                    .get(number);
        }

        private double penalty() {
            double penalty = random.nextInt(3) / 4.0;
            message.setIllegalActionPenalty(penalty);
            return penalty;
        }

        private int maxIllegalActions() {
            // From a generator of its own, so that this value has no effect on the others.
            SplitMix64 own = new SplitMix64(SplitMix64.mix(random.state()));
            int maxIllegalActions = own.nextInt(4) == 0 ? own.nextInt(2) - 1 : 1 + own.nextInt(4);
            message.setMaxIllegalActions(maxIllegalActions);
            return maxIllegalActions;
        }

        private List<String> encodings() {
            List<String> names = ENCODINGS.subList(0, random.nextInt(ENCODINGS.size() + 1));
            message.addAllEncodings(names);
            return names;
        }

        private Optional<Opponent> opponent() {
            if (chance(2)) {
                return Optional.empty();
            }
            // Not the oracle, which few of these specs support.
            List<Players> players = List.of(Players.RANDOM, Players.EYE_SAFE_RANDOM, Players.GREEDY);
            Players player = players.get(random.nextInt(players.size()));
            int number = random.nextInt(3);
            message.getOpponentBuilder().setPlayer(player.playerName()).setColorValue(number);
            return Optional.of(new Opponent(player, number == 1 ? Color.BLACK : Color.WHITE));
        }
    }
}
