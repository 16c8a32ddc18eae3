-- Long jobs are records of their features; the queue (server/lib/queue.ts) adds when they are due (by the clock of the
-- product), how often they were tried, and which process works on them until when (by the clock of the database). What
-- waited before is due at once.
ALTER TABLE run
  ADD COLUMN due_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN attempt integer NOT NULL DEFAULT 0,
  ADD COLUMN worker text,
  ADD COLUMN lease_until bigint;

ALTER TABLE import_task
  ADD COLUMN due_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN attempt integer NOT NULL DEFAULT 0,
  ADD COLUMN worker text,
  ADD COLUMN lease_until bigint,
  ADD COLUMN cancelling boolean NOT NULL DEFAULT false;
CREATE INDEX import_task_waiting ON import_task (hydro_code, due_at)
  WHERE state IN ('checking', 'running', 'undoing');
