-- Imports of files: what was read, how far it came (an import that stopped goes on from there), what became of it.
-- Its readings are undone by run_id, from history_past.
CREATE TABLE import_job (
  hydro_code  text NOT NULL,
  run_id      text NOT NULL,
  -- Digest of file, mapping and ways of writing: the same again goes on with an unfinished job.
  key         text NOT NULL,
  file_name   text NOT NULL,
  file_sha256 text NOT NULL,
  mapping     jsonb NOT NULL,
  actor       text NOT NULL,
  started_at  bigint NOT NULL,
  finished_at bigint,
  undone_at   bigint,
  report      jsonb,
  PRIMARY KEY (hydro_code, run_id)
);
CREATE INDEX import_job_key ON import_job (hydro_code, key);

-- Series of a job are written in parts, each by a connection of its own; its progress is committed with its readings.
CREATE TABLE import_part (
  hydro_code text NOT NULL,
  run_id     text NOT NULL,
  part       integer NOT NULL,
  rows_done  bigint NOT NULL,
  counts     jsonb NOT NULL,
  PRIMARY KEY (hydro_code, run_id, part)
);
