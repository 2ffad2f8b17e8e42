-- A hunt, for the record.
CREATE TABLE hunt (
    id      INTEGER PRIMARY KEY,
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    version TEXT NOT NULL,
    setup   TEXT NOT NULL
);

-- The seeds of one source: those before `next` were handed out.
CREATE TABLE stream (
    id     INTEGER PRIMARY KEY,
    source TEXT NOT NULL UNIQUE,
    next   INTEGER NOT NULL
);

-- Seeds that a process has taken: those before `next` are done. The row goes
-- when all are; that of a process that was killed is taken over.
CREATE TABLE lease (
    id     INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES stream(id),
    next   INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    owner  TEXT NOT NULL
);

-- Findings that are likely one bug.
CREATE TABLE bug (
    id        INTEGER PRIMARY KEY,
    signature TEXT NOT NULL UNIQUE,
    -- How many programs showed it, kept or not.
    seen      INTEGER NOT NULL DEFAULT 0,
    -- What people say of it: known, reported, ignored.
    mark      TEXT,
    url       TEXT
);

CREATE TABLE finding (
    id        INTEGER PRIMARY KEY,
    bug       INTEGER NOT NULL REFERENCES bug(id),
    found     TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    kind      TEXT NOT NULL,
    state     TEXT NOT NULL,
    compiler  TEXT NOT NULL,
    source    TEXT NOT NULL,
    seed      INTEGER NOT NULL,
    -- Bytes of the program.
    size      INTEGER NOT NULL,
    -- All of it, as JSON.
    record    TEXT NOT NULL,
    UNIQUE (bug, source, seed)
);
