-- The shift log: who is on duty since when, notes, orders received and calls. One row per version of an entry; the one
-- that holds has superseded_at null, a withdrawn entry has none that holds. body: what the kind says (contract).
CREATE TABLE shift_entry (
  hydro_code        text NOT NULL,
  entry_id          text NOT NULL,
  version           integer NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('note', 'order', 'call', 'duty')),
  t                 bigint NOT NULL,
  body              jsonb NOT NULL,
  -- What this version did: wrote it, put it right, or took an order one step further.
  act               text NOT NULL CHECK (act IN ('write', 'correct', 'acknowledge', 'carry_out')),
  recorded_by       text NOT NULL,
  recorded_at       bigint NOT NULL,
  superseded_by     text,
  superseded_at     bigint,
  superseded_reason text,
  PRIMARY KEY (hydro_code, entry_id, version)
);
CREATE INDEX shift_entry_time ON shift_entry (hydro_code, t) WHERE superseded_at IS NULL;
-- One operator goes on duty at one instant.
CREATE UNIQUE INDEX shift_entry_duty ON shift_entry (hydro_code, t) WHERE kind = 'duty' AND superseded_at IS NULL;
-- What was written or put right after a sheet was signed.
CREATE INDEX shift_entry_recorded ON shift_entry (hydro_code, recorded_at);

-- Handover sheets. words: what the outgoing operator writes while it is a draft. content: the sheet word for word as
-- JSON text, from the outgoing signature on; digest: SHA-256 of it. seal: SHA-256 of that digest with both signatures.
CREATE TABLE handover (
  hydro_code    text NOT NULL,
  sheet_id      text NOT NULL,
  version       integer NOT NULL,
  from_t        bigint NOT NULL,
  to_t          bigint NOT NULL,
  state         text NOT NULL CHECK (state IN ('draft', 'offered', 'signed', 'withdrawn')),
  outgoing_id   text NOT NULL,
  incoming_id   text NOT NULL,
  words         text,
  created_by    text NOT NULL,
  created_at    bigint NOT NULL,
  content       text,
  digest        text,
  outgoing_name text,
  outgoing_at   bigint,
  incoming_name text,
  incoming_at   bigint,
  remark        text,
  seal          text,
  PRIMARY KEY (hydro_code, sheet_id)
);
CREATE INDEX handover_time ON handover (hydro_code, to_t);
-- Of one operator one draft at a time.
CREATE UNIQUE INDEX handover_open ON handover (hydro_code, outgoing_id) WHERE state IN ('draft', 'offered');

-- Marks and the timeline look for these among all that the calculation did by itself.
CREATE INDEX run_asked ON run (hydro_code, started_at) WHERE kind IN ('save', 'recalculate', 'rollback');
CREATE INDEX act_made ON act (hydro_code, made_at);
