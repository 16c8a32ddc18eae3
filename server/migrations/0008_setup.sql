-- History brought in through the pages: an uploaded file with its mapping, how far it is, what became of it.
CREATE TABLE import_task (
  hydro_code  text NOT NULL,
  task_id     text NOT NULL,
  file_name   text NOT NULL,
  size        bigint NOT NULL,
  -- The bytes lie in file until the import has ended or was thrown away.
  file_id     text,
  -- How the file is to be read, what it was found to hold, what goes where.
  options     jsonb NOT NULL,
  layout      jsonb,
  mapping     jsonb,
  state       text NOT NULL,
  progress    jsonb,
  report      jsonb,
  problems    jsonb,
  -- Of import_job, once it runs.
  run_id      text,
  actor       text NOT NULL,
  address     text,
  created_at  bigint NOT NULL,
  changed_at  bigint NOT NULL,
  finished_at bigint,
  undone_at   bigint,
  taken_back  bigint,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (hydro_code, task_id)
);
CREATE INDEX import_task_state ON import_task (hydro_code, state);

-- A reservoir that is being described for the first time: one at a time in an installation.
CREATE TABLE setup_draft (
  draft_id   text PRIMARY KEY,
  body       jsonb NOT NULL,
  version    integer NOT NULL,
  updated_at bigint NOT NULL,
  updated_by text NOT NULL
);
