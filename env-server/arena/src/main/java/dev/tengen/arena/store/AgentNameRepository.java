package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.Database;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The names of agents that belong to principals. */
public final class AgentNameRepository extends Repository<AgentNameDao> {
    AgentNameRepository(Database database) {
        super(database, AgentNameDao.class);
    }

    /**
     * Gives the agent name {@code name} to {@code principal}, unless it belongs to one, and returns whose it is.
     *
     * @param maxCount the maximum number of names of a principal
     * @param at the time of the claim
     * @return the name with its principal; empty if the name is free, but the principal has {@code maxCount} names
     * @throws InvalidValueException if the name or the principal cannot be stored
     */
    public Optional<AgentName> claim(String name, String principal, int maxCount, Instant at) {
        StoredText.requireName("agent", name);
        StoredText.requireName("principal", principal);
        Optional<AgentName> known = read(dao -> dao.find(name));
        if (known.isPresent()) {
            return known;
        }
        return write(dao -> {
            if (dao.count(principal) < maxCount) {
                dao.insert(name, principal, at);
            }
            return dao.find(name);
        });
    }

    /** Returns all names, in order. */
    public List<AgentName> list() {
        return read(AgentNameDao::list);
    }

    /** Releases a name, which then belongs to the next principal that uses it. Returns whether it belonged to one. */
    public boolean release(String name) {
        return write(dao -> dao.delete(name));
    }
}
