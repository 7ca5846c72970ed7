package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.server.error.CallException;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variation that somebody at the page tries, or why its last move is illegal.
 *
 * @param moves the moves of the variation; without the last one if that is illegal
 * @param turn the player to move after them
 * @param refused the last move if it is illegal, else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record VariationJson(List<GameJson.MoveJson> moves, int turn, GameJson.@Nullable IllegalJson refused) {
    /**
     * Returns the variation that {@code call} asks for.
     *
     * @throws CallException if it asks for none or several, or a move before the last one is illegal
     */
    static VariationJson of(DisplayedGame shown, Context call) {
        List<Variation> variations =
                Variation.list(call, "variation", shown.game().grid());
        if (variations.size() != 1) {
            throw CallException.invalid("variation", variations.size() + " variations", "one variation");
        }
        Variation variation = variations.get(0);
        Game game = variation.withoutLast().playedIn(shown.game());
        int last = variation.moves().get(variation.moves().size() - 1);
        Legality legality = game.play(last);
        return new VariationJson(
                GameJson.MoveJson.after(variation.start(), game),
                game.playerToMove(),
                legality.isLegal() ? null : GameJson.IllegalJson.of(game, last));
    }
}
