-- Findings are one bug if their clues say so, or a person does. So a bug has no signature
-- of its own any more.
CREATE TABLE new_bug (
    id     INTEGER PRIMARY KEY,
    -- How many programs showed it, kept or not.
    seen   INTEGER NOT NULL DEFAULT 0,
    -- What people say of it: known, reported, ignored.
    mark   TEXT,
    url    TEXT,
    -- The finding of which they said it. It takes the mark along to another bug.
    marked INTEGER
);

INSERT INTO new_bug (id, seen, mark, url, marked)
SELECT id, seen, mark, url, (
    SELECT finding.id FROM finding WHERE bug = bug.id AND mark IS NOT NULL
    ORDER BY state <> 'confirmed', size, finding.id LIMIT 1)
FROM bug WHERE EXISTS (SELECT 1 FROM finding WHERE bug = bug.id);

CREATE TABLE new_finding (
    id        INTEGER PRIMARY KEY,
    bug       INTEGER NOT NULL REFERENCES bug(id),
    -- A person has said that it is of this bug, and nobody else changes it.
    by_hand   INTEGER NOT NULL DEFAULT 0,
    found     TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    signature TEXT NOT NULL,
    kind      TEXT NOT NULL,
    state     TEXT NOT NULL,
    compiler  TEXT NOT NULL,
    source    TEXT NOT NULL,
    seed      INTEGER NOT NULL,
    -- Bytes of the program, the smaller one if there is one.
    size      INTEGER NOT NULL,
    -- All of it, as JSON.
    record    TEXT NOT NULL,
    UNIQUE (signature, source, seed)
);

INSERT INTO new_finding
    (id, bug, found, signature, kind, state, compiler, source, seed, size, record)
SELECT finding.id, bug, found, signature, kind, state, compiler, source, seed, size, record
FROM finding JOIN bug ON bug.id = bug;

DROP TABLE finding;
DROP TABLE bug;
ALTER TABLE new_bug RENAME TO bug;
ALTER TABLE new_finding RENAME TO finding;
CREATE INDEX finding_bug ON finding (bug);

-- What findings of one bug have in common.
CREATE TABLE clue (
    finding INTEGER NOT NULL REFERENCES finding(id),
    kind    TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (finding, kind)
) WITHOUT ROWID;

CREATE INDEX clue_value ON clue (kind, value);
