-- Journals of batches. Times are milliseconds since 1970 by the clock of the database.

CREATE TABLE batch_journals (
    -- A random text that names it in the other tables.
    id VARCHAR PRIMARY KEY,
    owner VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    -- How the batch was opened, with a checksum.
    opening BYTEA NOT NULL,
    -- Increases each time a stream takes the journal over. Writes of a stream with an earlier epoch are refused.
    epoch BIGINT NOT NULL,
    -- The number of the last request.
    sequence BIGINT NOT NULL,
    opened_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    UNIQUE (owner, name)
);

CREATE INDEX batch_journals_by_use ON batch_journals (used_at);

CREATE TABLE batch_segments (
    journal VARCHAR NOT NULL REFERENCES batch_journals (id) ON DELETE CASCADE,
    -- The numbers of its requests, which follow one another.
    first_sequence BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    -- The requests, with a checksum.
    requests BYTEA NOT NULL,
    PRIMARY KEY (journal, first_sequence)
) ${clustered};

CREATE TABLE batch_checkpoints (
    journal VARCHAR NOT NULL REFERENCES batch_journals (id) ON DELETE CASCADE,
    -- The number of the request after which the lanes had the state.
    sequence BIGINT NOT NULL,
    -- The state, with a checksum.
    state BYTEA NOT NULL,
    PRIMARY KEY (journal, sequence)
) ${clustered};
