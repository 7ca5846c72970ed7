package dev.tengen.cli.play;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.sgf.SgfMode;
import java.util.Optional;

/**
 * The initial state of a session.
 *
 * @param start the start position
 * @param rules the rules
 * @param isRulesNamed whether these rules override those of records
 * @param recordMode what to do with a record that breaks the format
 * @param opponentKind the built-in player that is the opponent; empty for none
 * @param opponentColor its color
 * @param random the random source of built-in players
 */
public record PlayOptions(
        Setup start,
        Rules rules,
        boolean isRulesNamed,
        SgfMode recordMode,
        Optional<BuiltInPlayer> opponentKind,
        int opponentColor,
        SplitMix64 random) {
    Optional<Opponent> opponent() {
        return opponentKind.map(kind -> new Opponent(kind, opponentColor, start.grid(), random));
    }
}
