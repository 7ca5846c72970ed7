-- The servers that use the store, and which of them has each session.

CREATE TABLE servers (
    -- 0 is the one server of a store that is not shared. Others have the epoch as their id, so no id is used twice.
    id BIGINT PRIMARY KEY,
    -- The epoch in which it joined. It can write as long as this row is there and has this epoch.
    epoch BIGINT NOT NULL,
    -- The smallest number that no other server had when it joined; a part of the numbers of its sessions.
    slot BIGINT NOT NULL UNIQUE,
    -- Where clients and other servers reach it: HOST:PORT. Empty if the store is not shared.
    address VARCHAR NOT NULL,
    -- Until then, others remove this row only if the process has ended.
    lease_until BIGINT NOT NULL,
    -- Whether it hands over its sessions, because it is stopping: 1, otherwise 0.
    is_draining BIGINT NOT NULL
);

-- Since when a server has the store open, without an interruption.
ALTER TABLE store ADD COLUMN opened_at BIGINT NOT NULL DEFAULT 0;

-- The server that has the session. If that server has no row, or this is null, any server can take it.
ALTER TABLE sessions ADD COLUMN server BIGINT DEFAULT 0;

-- The server that asks for the session, or null, and since when.
ALTER TABLE sessions ADD COLUMN wanted BIGINT;

ALTER TABLE sessions ADD COLUMN wanted_at BIGINT NOT NULL DEFAULT 0;

-- When the session got its seats.
ALTER TABLE sessions ADD COLUMN seated_at BIGINT NOT NULL DEFAULT 0;

CREATE INDEX sessions_by_server ON sessions (server) WHERE server IS NULL OR server <> 0;

CREATE INDEX sessions_wanted ON sessions (server) WHERE wanted IS NOT NULL;

CREATE INDEX sessions_seated ON sessions (seated_at) WHERE seats <> '';
