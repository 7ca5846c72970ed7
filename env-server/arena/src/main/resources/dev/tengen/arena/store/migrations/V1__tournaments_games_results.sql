-- One text for SQLite and PostgreSQL. Times are milliseconds since 1970; numbers count from 0.

CREATE TABLE tournaments (
    name VARCHAR NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL,
    seed BIGINT NOT NULL,
    state VARCHAR NOT NULL CHECK (state IN ('OPEN', 'ENDED', 'CANCELLED')),
    created_at BIGINT NOT NULL
);

CREATE TABLE players (
    tournament VARCHAR NOT NULL REFERENCES tournaments (name),
    number INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (tournament, number),
    UNIQUE (tournament, name)
);

CREATE TABLE pairs (
    tournament VARCHAR NOT NULL REFERENCES tournaments (name),
    number INTEGER NOT NULL,
    first VARCHAR NOT NULL,
    second VARCHAR NOT NULL CHECK (second <> first),
    meeting INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    PRIMARY KEY (tournament, number),
    UNIQUE (tournament, first, second, meeting, opening),
    FOREIGN KEY (tournament, first) REFERENCES players (tournament, name),
    FOREIGN KEY (tournament, second) REFERENCES players (tournament, name)
);

-- Games 2n and 2n+1 are those of pair n. A game is over if and only if it has a result, so no column says that.
CREATE TABLE games (
    tournament VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    pair INTEGER NOT NULL CHECK (pair = number / 2),
    black VARCHAR NOT NULL,
    white VARCHAR NOT NULL,
    started_at BIGINT,
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament, pair) REFERENCES pairs (tournament, number),
    FOREIGN KEY (tournament, black) REFERENCES players (tournament, name),
    FOREIGN KEY (tournament, white) REFERENCES players (tournament, name)
);

CREATE TABLE results (
    tournament VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    winner VARCHAR NOT NULL CHECK (winner IN ('BLACK', 'WHITE', 'DRAW', 'VOID')),
    verdict VARCHAR NOT NULL,
    moves_hash BIGINT NOT NULL,
    sgf TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament, number) REFERENCES games (tournament, number)
);
