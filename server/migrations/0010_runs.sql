-- Runs that people ask for: one instant that is saved, a span that is recalculated, and what takes either back.

-- state: what the loop does is done when it is recorded. total: instants in all (of a rollback: parts); steps: those
-- that are done. cursor_t: the first instant that is still to be computed; it moves in the transaction that stores
-- what lies before it, so whoever is killed goes on where that ended. parts: how many of run_change there are. entries:
-- stored values that became different.
-- given: of a save, whether it rests on what a person said: then it stands. passed_over: computed again since, but for
-- this instant. of_run, kept: of a rollback, the run it takes back, and values that stay because they changed since.
ALTER TABLE run
  ADD COLUMN state text NOT NULL DEFAULT 'done' CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  ADD COLUMN reason text,
  ADD COLUMN address text,
  ADD COLUMN total integer,
  ADD COLUMN cursor_t bigint,
  ADD COLUMN parts integer NOT NULL DEFAULT 0,
  ADD COLUMN entries integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelling boolean NOT NULL DEFAULT false,
  ADD COLUMN given boolean NOT NULL DEFAULT false,
  ADD COLUMN passed_over boolean NOT NULL DEFAULT false,
  ADD COLUMN of_run text,
  ADD COLUMN kept integer,
  ADD COLUMN rolled_back_by text,
  ADD COLUMN result jsonb;

CREATE INDEX run_saved ON run (hydro_code, to_t) WHERE kind = 'save' AND rolled_back_by IS NULL;
CREATE INDEX run_waiting ON run (hydro_code, run_id) WHERE state IN ('queued', 'running');

-- What a run changed, part by part: the entries of each series that became different, as they were and as the run left
-- them (packed like reading_day; an instant that only one side has came, or went). A long run is taken back by parts.
CREATE TABLE run_change (
  hydro_code text NOT NULL,
  run_id     text NOT NULL,
  part       integer NOT NULL,
  series     text NOT NULL,
  before     bytea NOT NULL,
  after      bytea NOT NULL,
  PRIMARY KEY (hydro_code, run_id, part, series)
);
ALTER TABLE run_change ALTER COLUMN before SET STORAGE EXTERNAL, ALTER COLUMN after SET STORAGE EXTERNAL;
