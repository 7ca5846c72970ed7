package dev.tengen.web;

import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.GameReplay;
import dev.tengen.game.Legality;
import dev.tengen.server.error.CallException;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfVariation;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moves that somebody at the page tries from a position of a game. As text, "57-40.41.361" is three moves after move
 * 57, and "_" separates several variations.
 *
 * @param start the number of moves of the game before it
 * @param moves points and passes
 */
record Variation(int start, List<Integer> moves) {
    /** The greatest length of variations as text, so that an address has room for it. */
    static final int MAX_TEXT_LENGTH = 4000;

    private static final String FORM = "variations such as 57-40.41, with up to " + MAX_TEXT_LENGTH + " characters";

    /** Creates a variation. Copies the list. */
    Variation {
        moves = List.copyOf(moves);
    }

    /**
     * Returns the variations in a parameter of {@code call}; none if it is missing.
     *
     * @throws CallException if the parameter is not a list of variations on {@code grid}
     */
    static List<Variation> list(Context call, String name, Grid grid) {
        String text = PageHandlers.text(call, name, "");
        if (text.length() > MAX_TEXT_LENGTH) {
            throw CallException.invalid(name, text.length() + " characters", FORM);
        }
        List<Variation> list = new ArrayList<>();
        for (String part : Splitter.on('_').omitEmptyStrings().split(text)) {
            list.add(of(name, part, grid));
        }
        return list;
    }

    private static Variation of(String name, String text, Grid grid) {
        List<String> parts = Splitter.on('-').splitToList(text);
        if (parts.size() != 2) {
            throw CallException.invalid(name, '"' + text + '"', FORM);
        }
        List<Integer> moves = new ArrayList<>();
        for (String move : Splitter.on('.').split(parts.get(1))) {
            moves.add(number(name, move, grid.pass()));
        }
        return new Variation(number(name, parts.get(0), Integer.MAX_VALUE), moves);
    }

    private static int number(String name, String text, int max) {
        Integer number = Ints.tryParse(text);
        if (number == null || number < 0 || number > max) {
            throw CallException.invalid(name, '"' + text + '"', "a whole number within [0, " + max + "]");
        }
        return number;
    }

    /**
     * Returns {@code game} after this variation.
     *
     * @throws CallException if a move is illegal
     * @throws dev.tengen.base.InvalidValueException if the game has fewer moves than the variation starts after
     */
    Game playedIn(Game game) {
        Game played = game.replayTo(start);
        playOn(played);
        return played;
    }

    /** Plays the moves in {@code game}, which is at the start of this variation. */
    private void playOn(Game game) {
        for (int move : moves) {
            Legality legality = game.play(move);
            if (!legality.isLegal()) {
                throw CallException.invalid("variation", "move " + move, "legal moves: it is " + legality);
            }
        }
    }

    /** Returns this variation without its last move. */
    Variation withoutLast() {
        return new Variation(start, moves.subList(0, moves.size() - 1));
    }

    /**
     * Returns {@code variations} of {@code game} for its record, in their order. The game is replayed once for all of
     * them.
     *
     * @throws CallException if a move is illegal
     * @throws dev.tengen.base.InvalidValueException if the game has fewer moves than a variation starts after
     */
    static List<SgfVariation> recorded(Game game, List<Variation> variations) {
        SgfVariation[] recorded = new SgfVariation[variations.size()];
        GameReplay replay = new GameReplay(game);
        IntStream.range(0, recorded.length)
                .boxed()
                .sorted(Comparator.comparingInt(index -> variations.get(index).start()))
                .forEach(index -> {
                    Variation variation = variations.get(index);
                    replay.advanceTo(variation.start());
                    recorded[index] = variation.recordedAt(replay.game());
                });
        return List.of(recorded);
    }

    /** Returns this variation for the record of {@code game}, which is at its start and does not change. */
    private SgfVariation recordedAt(Game game) {
        playOn(game);
        List<RecordedMove> recorded = new ArrayList<>();
        for (int number = start + 1; number <= game.moveNumber(); number++) {
            recorded.add(new RecordedMove(game.mover(number), game.move(number)));
        }
        for (int move = 0; move < recorded.size(); move++) {
            game.undo();
        }
        return new SgfVariation(start, recorded);
    }
}
