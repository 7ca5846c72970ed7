package dev.tengen.client.search;

import dev.tengen.client.env.Color;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.PositionStates;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a position that is searched.
 *
 * @param handle the handle
 * @param isOver whether the game is over, so that there is nothing to search
 * @param gameResult the result of a game that is over, for the player to move: 1 for a win, -1 for a loss, 0 for a tie,
 *     or if the move limit ended a game without a score; otherwise 0
 * @param playerToMove the player to move
 * @param moveNumber number of moves since the start of the game
 */
public record PositionState(long handle, boolean isOver, float gameResult, Color playerToMove, int moveNumber) {
    static List<PositionState> allOf(PositionStates message) {
        ByteBuffer handles = ProtoConverter.view(message.getHandles());
        ByteBuffer results = ProtoConverter.view(message.getGameResults());
        ByteBuffer moveNumbers = ProtoConverter.view(message.getMoveNumbers());
        List<Color> players = ProtoConverter.colors(message.getPlayersToMove());
        List<PositionState> states = new ArrayList<>();
        for (Color player : players) {
            boolean isOver = message.getIsOver().byteAt(states.size()) != 0;
            states.add(new PositionState(handles.getLong(), isOver, results.getFloat(), player, moveNumbers.getInt()));
        }
        return states;
    }
}
