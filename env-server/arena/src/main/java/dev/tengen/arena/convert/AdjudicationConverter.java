package dev.tengen.arena.convert;

import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.DrawRule;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.board.InvalidValueException;
import java.util.Optional;

/** Converts the rules that end games early to messages and back. */
final class AdjudicationConverter {
    private AdjudicationConverter() {}

    /**
     * Returns the rules in {@code message}.
     *
     * @throws InvalidValueException if a value is out of range
     */
    static Adjudication toCore(dev.tengen.proto.v1.Adjudication message) {
        return new Adjudication(
                message.hasResign() ? resign(message.getResign()) : null,
                message.hasDraw() ? draw(message.getDraw()) : null,
                message.getSettled());
    }

    private static ResignRule resign(dev.tengen.proto.v1.ResignRule message) {
        return new ResignRule(
                message.getBelow(),
                count("move_count", message.getMoveCount()),
                count("from_move", message.getFromMove()),
                message.getBothAgree());
    }

    private static DrawRule draw(dev.tengen.proto.v1.DrawRule message) {
        return new DrawRule(
                message.getMargin(),
                count("move_count", message.getMoveCount()),
                count("from_move", message.getFromMove()));
    }

    /** Returns an unsigned count; one that is no {@code int} is out of any range. */
    private static int count(String field, int uint32) {
        InvalidValueException.requireWithin(field, Integer.toUnsignedLong(uint32), 0, Integer.MAX_VALUE);
        return uint32;
    }

    /** Returns {@code rules} as a message. */
    static dev.tengen.proto.v1.Adjudication toProto(Adjudication rules) {
        dev.tengen.proto.v1.Adjudication.Builder message =
                dev.tengen.proto.v1.Adjudication.newBuilder().setSettled(rules.settled());
        Optional.ofNullable(rules.resign())
                .ifPresent(rule -> message.setResign(dev.tengen.proto.v1.ResignRule.newBuilder()
                        .setBelow(rule.below())
                        .setMoveCount(rule.moveCount())
                        .setFromMove(rule.fromMove())
                        .setBothAgree(rule.bothAgree())));
        Optional.ofNullable(rules.draw())
                .ifPresent(rule -> message.setDraw(dev.tengen.proto.v1.DrawRule.newBuilder()
                        .setMargin(rule.margin())
                        .setMoveCount(rule.moveCount())
                        .setFromMove(rule.fromMove())));
        return message.build();
    }
}
