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

/** What an agent has been told of its games on one stream, and so what it does not know yet. Not thread-safe. */
final class AgentGameSync {
    private static final int NO_TURN = -1;

    private final AgentViewOptions sight;
    private final Consumer<PlayResponse> sender;
    private final Map<AgentSeat, Told> games = new HashMap<>();

    /** Makes the memory of an agent that has been told nothing. */
    AgentGameSync(AgentViewOptions sight, Consumer<PlayResponse> sender) {
        this.sight = sight;
        this.sender = sender;
    }

    /** Tells all that is news of {@code seat}, and returns whether that was the end of its game. */
    boolean tell(AgentSeat seat) {
        return seat.read(view -> tell(seat, view));
    }

    private boolean tell(AgentSeat seat, AgentSeat.View view) {
        if (seat.isEndTold()) {
            return false;
        }
        Told told = games.get(seat);
        if (told == null) {
            sender.accept(PlayResponse.newBuilder()
                    .setGameStart(AgentConverter.start(view))
                    .build());
            told = new Told(view.game().moveNumber());
            games.put(seat, told);
        }
        Optional<Turn> turn = view.turn();
        if (turn.isPresent() && turn.get().moveNumber() != told.turn) {
            sender.accept(PlayResponse.newBuilder()
                    .setTurn(AgentConverter.turn(view, turn.get(), sight, told.moveCount))
                    .build());
            told.turn = turn.get().moveNumber();
            told.moveCount = told.turn;
        }
        if (view.outcome().isEmpty()) {
            return false;
        }
        sender.accept(PlayResponse.newBuilder()
                .setGameEnd(AgentConverter.end(view, view.outcome().get()))
                .build());
        games.remove(seat);
        seat.noteEndTold();
        return true;
    }

    /** What is told of one game. */
    private static final class Told {
        private int moveCount;
        private int turn = NO_TURN;

        Told(int moveCount) {
            this.moveCount = moveCount;
        }
    }
}
