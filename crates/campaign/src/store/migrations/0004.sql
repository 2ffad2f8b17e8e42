-- When a program showed a bug last, kept or not.
ALTER TABLE bug ADD COLUMN last TEXT;

UPDATE bug SET last = (SELECT max(found) FROM finding WHERE bug = bug.id);
