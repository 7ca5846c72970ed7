package dev.tengen.cli.play;

import dev.tengen.board.SplitMix64;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import java.util.Optional;

/**
 * How a table begins.
 *
 * @param start the first position
 * @param rules the rules
 * @param isRulesNamed whether records are played by these rules, whatever they say
 * @param opponentKind the built-in player that plays one color; nobody if empty
 * @param opponentColor the color it plays
 * @param random where built-in players draw chance from
 */
public record PlayOptions(
        Setup start,
        Rules rules,
        boolean isRulesNamed,
        Optional<BuiltInPlayer> opponentKind,
        int opponentColor,
        SplitMix64 random) {
    Optional<Opponent> opponent() {
        return opponentKind.map(kind -> new Opponent(kind, opponentColor, start.grid(), random));
    }
}
