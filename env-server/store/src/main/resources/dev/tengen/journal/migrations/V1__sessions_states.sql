-- Sessions, and their states after their last changes. Times are milliseconds since 1970 by the clock of the database.

CREATE TABLE store (
    -- There is one row.
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Increases each time a server opens the store. Writes of a server with an earlier epoch are refused.
    epoch BIGINT NOT NULL,
    -- The greatest number of a session that was ever stored.
    last_number BIGINT NOT NULL,
    -- The secret from which the tokens of seats are derived.
    seat_key BYTEA NOT NULL
);

CREATE TABLE sessions (
    id VARCHAR PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE,
    owner VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    idle_timeout_ms BIGINT NOT NULL,
    -- The names of the seats, separated by blanks.
    seats VARCHAR NOT NULL,
    -- Digests of the request that opened it, in hexadecimal digits; of its id and of its content. Empty without a request id.
    request VARCHAR NOT NULL,
    content VARCHAR NOT NULL,
    opened_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    -- The number of its last state.
    sequence BIGINT NOT NULL
);

CREATE INDEX sessions_by_request ON sessions (request) WHERE request <> '';

CREATE TABLE states (
    session VARCHAR NOT NULL REFERENCES sessions (id),
    -- 0 as the session was opened, and one more after each change. Old states are removed, except the first.
    sequence BIGINT NOT NULL,
    -- Digests of the request that led to it.
    request VARCHAR NOT NULL,
    content VARCHAR NOT NULL,
    -- A snapshot in the format of the contract, with a checksum.
    snapshot BYTEA NOT NULL,
    PRIMARY KEY (session, sequence)
    -- So that a change writes one page instead of two.
) ${clustered};
