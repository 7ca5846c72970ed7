-- Workers claim games of a tournament. A claim counts while its worker has the epoch of the claim and a lease that has not
-- expired, by the time of the database. Times are milliseconds since 1970.

CREATE TABLE workers (
    tournament VARCHAR NOT NULL REFERENCES tournaments (name),
    name VARCHAR NOT NULL,
    -- Random text of the process. Another process that joins under the name replaces it.
    instance VARCHAR NOT NULL,
    -- Increases each time the worker joins, which ends its earlier claims.
    epoch BIGINT NOT NULL,
    -- The players that it can run, one in a line.
    players TEXT NOT NULL,
    concurrency INTEGER NOT NULL,
    lease_ms BIGINT NOT NULL,
    joined_at BIGINT NOT NULL,
    renewed_at BIGINT NOT NULL,
    -- 0: it has left.
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (tournament, name)
);

-- The last claim of a game. A game that was started without one is free.
ALTER TABLE games ADD COLUMN worker VARCHAR;
ALTER TABLE games ADD COLUMN epoch BIGINT;
