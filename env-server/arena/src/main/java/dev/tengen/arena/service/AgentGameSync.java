package dev.tengen.arena.service;

import dev.tengen.arena.convert.AgentConverter;
import dev.tengen.arena.convert.AgentViewOptions;
import dev.tengen.arena.game.Turn;
import dev.tengen.arena.host.AgentSeat;
import dev.tengen.proto.v1.PlayResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Synchronizes an agent with its games: remembers what was sent over one stream, and sends what is new. Not
 * thread-safe.
 */
final class AgentGameSync {
    private static final int NO_TURN = -1;

    private final AgentViewOptions options;
    private final Consumer<PlayResponse> sender;
    private final Map<AgentSeat, SentState> games = new HashMap<>();

    /** What was sent of one game: the number of moves, and the move number of the last turn. */
    private record SentState(int moveCount, int turn) {}

    AgentGameSync(AgentViewOptions options, Consumer<PlayResponse> sender) {
        this.options = options;
        this.sender = sender;
    }

    /** Sends what is new of {@code seat}, and returns whether that included the end of its game. */
    boolean send(AgentSeat seat) {
        return seat.read(view -> send(seat, view));
    }

    private boolean send(AgentSeat seat, AgentSeat.View view) {
        if (seat.isEndSent()) {
            return false;
        }
        SentState sent = games.get(seat);
        if (sent == null) {
            sender.accept(PlayResponse.newBuilder()
                    .setGameStart(AgentConverter.start(view))
                    .build());
            sent = new SentState(view.game().moveNumber(), NO_TURN);
            games.put(seat, sent);
        }
        Optional<Turn> turn = view.turn();
        if (turn.isPresent() && turn.get().moveNumber() != sent.turn) {
            sender.accept(PlayResponse.newBuilder()
                    .setTurn(AgentConverter.turn(view, turn.get(), options, sent.moveCount))
                    .build());
            games.put(seat, new SentState(turn.get().moveNumber(), turn.get().moveNumber()));
        }
        if (view.outcome().isEmpty()) {
            return false;
        }
        sender.accept(PlayResponse.newBuilder()
                .setGameEnd(AgentConverter.end(view, view.outcome().get()))
                .build());
        games.remove(seat);
        seat.markEndSent();
        return true;
    }
}
