-- Reports that are made at set times and sent.
-- what: a report with a span that depends on when it is due. paces: how often, by state of the reservoir. delay: minutes
-- that readings of the instant have to arrive. planned_to: up to when it is decided which reports are due. maker: who
-- saved it last, under whose rights its reports are made; stopped: why there are none any more, a code of the messages.
CREATE TABLE report_schedule (
  hydro_code  text NOT NULL,
  schedule_id text NOT NULL,
  version     integer NOT NULL,
  name        text NOT NULL,
  what        jsonb NOT NULL,
  paces       jsonb NOT NULL,
  delay       integer NOT NULL,
  recipients  text[] NOT NULL,
  language    text NOT NULL,
  maker       text NOT NULL,
  paused      boolean NOT NULL DEFAULT false,
  stopped     text,
  planned_to  bigint NOT NULL,
  last_number integer NOT NULL DEFAULT 0,
  created_at  bigint NOT NULL,
  updated_at  bigint NOT NULL,
  removed_at  bigint,
  PRIMARY KEY (hydro_code, schedule_id)
);

-- One report of a schedule. slot: when it was due; correction: 0, or which corrected one of the same number.
-- sending: it is being handed to the mail server. uncertain: it was, and nobody knows whether it was taken.
-- recorded: a demo sends nothing. skipped: the slots up to this one were too long ago. cells: what it says, gzipped JSON.
CREATE TABLE report_issue (
  hydro_code   text NOT NULL,
  issue_id     text NOT NULL,
  schedule_id  text NOT NULL,
  slot         bigint NOT NULL,
  correction   integer NOT NULL DEFAULT 0,
  number       integer NOT NULL,
  state        text NOT NULL CHECK (state IN ('due', 'made', 'sending', 'sent', 'recorded', 'failed', 'uncertain', 'skipped')),
  to_send      boolean NOT NULL DEFAULT false,
  late         boolean NOT NULL DEFAULT false,
  pace         text,
  name         text NOT NULL,
  what         jsonb NOT NULL,
  delay        integer NOT NULL,
  recipients   text[] NOT NULL,
  language     text NOT NULL,
  maker        text NOT NULL,
  from_t       bigint,
  to_t         bigint,
  made_at      bigint,
  sent_at      bigint,
  changed_at   bigint NOT NULL,
  send_id      text,
  file_id      text,
  file_name    text,
  content_type text,
  size         bigint,
  sha256       text,
  cells        bytea,
  rejected     text[],
  error        jsonb,
  due_at       bigint NOT NULL DEFAULT 0,
  attempt      integer NOT NULL DEFAULT 0,
  worker       text,
  lease_until  bigint,
  cancelling   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (hydro_code, issue_id)
);
CREATE UNIQUE INDEX report_issue_slot ON report_issue (hydro_code, schedule_id, slot, correction);
CREATE INDEX report_issue_list ON report_issue (hydro_code, slot DESC);
CREATE INDEX report_issue_waiting ON report_issue (hydro_code, due_at)
  WHERE state IN ('due', 'sending') OR (state = 'made' AND to_send);
