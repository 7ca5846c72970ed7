package dev.tengen.client;

/** Rules from messages of the contract. */
final class RulesMessages {
    private RulesMessages() {}

    /** Returns rules that a server tells in full. */
    static Rules rules(dev.tengen.proto.v1.Rules message) {
        return new Rules(
                Messages.value(KoRule.class, message.getKo(), "KO_RULE_", KoRule.NONE, KoRule.NONE),
                Messages.value(
                        SuicideRule.class, message.getSuicide(), "SUICIDE_RULE_", SuicideRule.ANY, SuicideRule.ANY),
                Messages.value(
                        ScoringRule.class, message.getScoring(), "SCORING_RULE_", ScoringRule.AREA, ScoringRule.AREA),
                Messages.value(TaxRule.class, message.getTax(), "TAX_RULE_", TaxRule.NONE, TaxRule.NONE),
                message.getPassesToEnd(),
                message.getKomi(),
                Messages.value(
                        HandicapBonus.class,
                        message.getHandicapBonus(),
                        "HANDICAP_BONUS_",
                        HandicapBonus.NONE,
                        HandicapBonus.NONE),
                Messages.value(
                        DeadStonesRule.class,
                        message.getDeadStones(),
                        "DEAD_STONES_RULE_",
                        DeadStonesRule.AS_IT_STANDS,
                        DeadStonesRule.AS_IT_STANDS),
                Messages.value(
                        RepetitionEnd.class,
                        message.getRepetitionEnd(),
                        "REPETITION_END_",
                        RepetitionEnd.NONE,
                        RepetitionEnd.NONE),
                message.getFriendlyPassOk(),
                message.getHash(),
                message.getKatagoJson());
    }
}
