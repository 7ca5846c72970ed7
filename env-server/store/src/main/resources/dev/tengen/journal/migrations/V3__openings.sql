-- The requests that opened sessions. A row and the first state of its session are kept for ten minutes, even if the session is closed
-- before, so that a retry gets the first response. Of servers that get the same request at the same time, one can store it.

CREATE TABLE openings (
    -- Digest of the id of the request.
    request VARCHAR PRIMARY KEY,
    session VARCHAR NOT NULL,
    opened_at BIGINT NOT NULL
);

INSERT INTO openings (request, session, opened_at)
SELECT request, id, opened_at FROM sessions WHERE request <> ''
    AND NOT EXISTS (SELECT 1 FROM sessions AS later
        WHERE later.request = sessions.request AND later.number > sessions.number);

DROP INDEX sessions_by_request;

-- 1 if the session is closed, and only its first state is kept; otherwise 0.
ALTER TABLE sessions ADD COLUMN is_closed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX sessions_closed ON sessions (opened_at) WHERE is_closed = 1;
