package dev.tengen.arena.host;

import dev.tengen.arena.game.Seat;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;

/**
 * An agent in a tournament: the agent that joins with the name.
 *
 * @param name the name
 * @param agents the registry that agents join
 */
public record AgentEntrant(String name, AgentRegistry agents) implements Entrant {
    @Override
    public boolean isPresent() {
        return agents.isFree(name);
    }

    @Override
    public Runnable onPresence(Runnable listener) {
        return agents.onFree(listener);
    }

    @Override
    public boolean reserve() {
        return agents.reserve(name);
    }

    @Override
    public void unreserve() {
        agents.unreserve(name);
    }

    @Override
    public Seat sit(SeatRequest request) {
        return agents.sit(request, name);
    }
}
