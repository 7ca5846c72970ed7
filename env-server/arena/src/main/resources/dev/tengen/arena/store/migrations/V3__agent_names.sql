-- The principals that the names of agents belong to: each to the one that first used it. Times are milliseconds since 1970.

CREATE TABLE agent_names (
    name VARCHAR NOT NULL PRIMARY KEY,
    principal VARCHAR NOT NULL,
    claimed_at BIGINT NOT NULL
);
