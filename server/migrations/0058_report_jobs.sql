-- Reports that take longer than a caller waits: made in the background (decision 0035), kept for a week.
-- request: the body of get-report. cells: about how many the report has. file_id: the file of the attempt that is at
-- work, or of the report that is done. error: why it failed, a code of the messages with its parameters.
CREATE TABLE report_job (
  hydro_code   text NOT NULL,
  job_id       text NOT NULL,
  state        text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  request      jsonb NOT NULL,
  cells        bigint NOT NULL,
  actor        text NOT NULL,
  address      text,
  created_at   bigint NOT NULL,
  finished_at  bigint,
  expires_at   bigint,
  file_id      text,
  file_name    text,
  content_type text,
  size         bigint,
  sha256       text,
  error        jsonb,
  due_at       bigint NOT NULL DEFAULT 0,
  attempt      integer NOT NULL DEFAULT 0,
  worker       text,
  lease_until  bigint,
  cancelling   boolean NOT NULL DEFAULT false,
  progress     jsonb,
  PRIMARY KEY (hydro_code, job_id)
);
CREATE INDEX report_job_waiting ON report_job (hydro_code, due_at) WHERE state IN ('queued', 'running');

-- Files of reports in parts, so that none is ever in memory as a whole. One is read only where a finished record names it.
CREATE TABLE report_file_part (
  hydro_code text NOT NULL,
  file_id    text NOT NULL,
  part       integer NOT NULL,
  bytes      bytea NOT NULL,
  PRIMARY KEY (hydro_code, file_id, part)
);
ALTER TABLE report_file_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
