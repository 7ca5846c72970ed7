package dev.tengen.server.testing;

import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Legality;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.HandicapBonus;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.RepetitionEnd;
import dev.tengen.proto.v1.RewardMode;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoringRule;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.TaxRule;

/** Converts core types to messages and back as a client would, without the converters of the server. */
public final class CoreTypes {
    private CoreTypes() {}

    /** Returns what a client sends for {@code spec}. */
    public static dev.tengen.proto.v1.EnvironmentSpec toProto(EnvironmentSpec spec) {
        dev.tengen.proto.v1.EnvironmentSpec.Builder message = dev.tengen.proto.v1.EnvironmentSpec.newBuilder()
                .setWidth(spec.grid().width())
                .setHeight(spec.grid().height())
                .setRules(toProto(spec.rules()))
                .setSetup(toProto(spec.setup()))
                .setMaxMoves(spec.maxMoves())
                .setRewardMode(RewardMode.valueOf("REWARD_MODE_" + spec.rewardMode()))
                .setScoreOnTruncation(spec.isScoredOnTruncation())
                .setIllegalActionPolicy(
                        IllegalActionPolicy.valueOf("ILLEGAL_ACTION_POLICY_" + spec.illegalActionPolicy()))
                .setIllegalActionPenalty(spec.illegalActionPenalty())
                .setMaxIllegalActions(spec.maxIllegalActions())
                .addAllEncodings(spec.encodings())
                .setObservationFormat(ObservationFormat.valueOf(
                        "OBSERVATION_FORMAT_" + spec.form().format()))
                .setObservationLayout(ObservationLayout.valueOf(
                        "OBSERVATION_LAYOUT_" + spec.form().layout()))
                .setSymmetry(spec.symmetry()
                        .fixed()
                        .map(symmetry -> Symmetry.valueOf("SYMMETRY_" + symmetry))
                        .orElse(Symmetry.SYMMETRY_DRAWN));
        spec.opponent()
                .ifPresent(opponent -> message.setOpponent(Opponent.newBuilder()
                        .setPlayer(opponent.player().playerName())
                        .setColorValue(opponent.color())));
        return message.build();
    }

    private static Rules toProto(dev.tengen.game.Rules rules) {
        return Rules.newBuilder()
                .setKo(KoRule.valueOf("KO_RULE_" + rules.ko()))
                .setSuicide(SuicideRule.valueOf("SUICIDE_RULE_" + rules.suicide()))
                .setPassesToEnd(rules.passesToEnd())
                .setKomi(rules.komi())
                .setScoring(ScoringRule.valueOf("SCORING_RULE_" + rules.scoring()))
                .setTax(TaxRule.valueOf("TAX_RULE_" + rules.tax()))
                .setHandicapBonus(HandicapBonus.valueOf("HANDICAP_BONUS_" + rules.handicapBonus()))
                .setDeadStones(DeadStonesRule.valueOf("DEAD_STONES_RULE_" + rules.deadStones()))
                .setRepetitionEnd(RepetitionEnd.valueOf("REPETITION_END_" + rules.repetitionEnd()))
                .setFriendlyPassOk(rules.friendlyPassOk())
                .build();
    }

    private static Setup toProto(dev.tengen.game.Setup setup) {
        Setup.Builder message =
                Setup.newBuilder().setPlayerToMoveValue(setup.playerToMove()).setHandicap(setup.handicap());
        setup.black().forEach(message::addBlackPoints);
        setup.white().forEach(message::addWhitePoints);
        return message.build();
    }

    /** Returns why an episode ended. */
    public static EndReason toCore(dev.tengen.proto.v1.EndReason reason) {
        return reason == dev.tengen.proto.v1.EndReason.END_REASON_UNSPECIFIED
                ? EndReason.NONE
                : EndReason.valueOf(reason.name().substring("END_REASON_".length()));
    }

    /** Returns whether an action was legal, and if not, why. */
    public static Legality toCore(IllegalReason reason) {
        return reason == IllegalReason.ILLEGAL_REASON_UNSPECIFIED
                ? Legality.LEGAL
                : Legality.valueOf(reason.name().substring("ILLEGAL_REASON_".length()));
    }
}
