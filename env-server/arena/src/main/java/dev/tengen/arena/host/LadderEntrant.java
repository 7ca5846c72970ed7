package dev.tengen.arena.host;

import dev.tengen.arena.game.Seat;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;

/**
 * An agent on the ladder: one version of the agent that joins with a name.
 *
 * @param name the name of the player on the ladder
 * @param agent the name of the agent
 * @param version the version
 * @param agents the registry that agents join
 * @param quota the quota of the player
 */
record LadderEntrant(String name, String agent, String version, AgentRegistry agents, GameQuota quota)
        implements Entrant {
    @Override
    public boolean isPresent() {
        return agents.isFree(agent, version) && quota.isFree();
    }

    @Override
    public Runnable onPresence(Runnable listener) {
        return agents.onFree(listener);
    }

    @Override
    public boolean reserve() {
        if (!agents.isFree(agent, version) || !quota.reserve()) {
            return false;
        }
        if (!agents.reserve(agent)) {
            quota.unreserve();
            return false;
        }
        return true;
    }

    @Override
    public void unreserve() {
        quota.unreserve();
        agents.unreserve(agent);
    }

    @Override
    public Seat sit(SeatRequest request) {
        return new ReleasingSeat(name, agents.sit(request, agent, name), quota::ended);
    }
}
