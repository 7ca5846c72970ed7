package dev.tengen.arena.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The SQL statements on agent names. */
interface AgentNameDao {
    /** Gives the agent name to {@code principal}, unless it belongs to one. */
    @SqlUpdate("INSERT INTO agent_names (name, principal, claimed_at) VALUES (:name, :principal, :at)"
            + " ON CONFLICT (name) DO NOTHING")
    void insert(@Bind("name") String name, @Bind("principal") String principal, @Bind("at") Instant at);

    @SqlQuery("SELECT * FROM agent_names WHERE name = :name")
    Optional<AgentName> find(@Bind("name") String name);

    @SqlQuery("SELECT * FROM agent_names ORDER BY name")
    List<AgentName> list();

    @SqlQuery("SELECT COUNT(*) FROM agent_names WHERE principal = :principal")
    int count(@Bind("principal") String principal);

    /** Deletes an agent name, and returns whether it was there. */
    @SqlUpdate("DELETE FROM agent_names WHERE name = :name")
    boolean delete(@Bind("name") String name);
}
