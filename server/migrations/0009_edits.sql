-- Acts over readings: raw rows stay as they were sent. seq counts acts and undoings of a series in the order in which
-- they were made; acts apply in it. body: what the kind needs (core/acts).
CREATE TABLE act (
  hydro_code  text NOT NULL,
  act_id      text NOT NULL,
  series      text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('replace', 'delete', 'interpolate', 'offset', 'drift', 'flag')),
  from_t      bigint NOT NULL,
  to_t        bigint NOT NULL CHECK (to_t >= from_t),
  body        jsonb NOT NULL,
  reason      text NOT NULL CHECK (reason <> ''),
  seq         integer NOT NULL,
  made_at     bigint NOT NULL,
  made_by     text NOT NULL,
  undone_seq  integer,
  undone_at   bigint,
  undone_by   text,
  undo_reason text,
  PRIMARY KEY (hydro_code, act_id)
);
-- Most reads end long after the last act of their series, and find nothing.
CREATE INDEX act_series ON act (hydro_code, series, to_t);

-- States of review over spans of a series, or of the whole record ('*'); the later one counts.
CREATE TABLE review (
  hydro_code    text NOT NULL,
  review_id     text NOT NULL,
  series        text NOT NULL,
  state         text NOT NULL CHECK (state IN ('working', 'in_review', 'approved')),
  from_t        bigint NOT NULL,
  to_t          bigint NOT NULL CHECK (to_t >= from_t),
  note          text,
  seq           integer NOT NULL,
  set_at        bigint NOT NULL,
  set_by        text NOT NULL,
  -- When a later one covered it wholly.
  superseded_at bigint,
  PRIMARY KEY (hydro_code, review_id)
);
CREATE INDEX review_series ON review (hydro_code, series, to_t) WHERE superseded_at IS NULL;

-- Spans of approved time whose computed values would be others by now.
CREATE TABLE pending (
  hydro_code  text NOT NULL,
  pending_id  text NOT NULL,
  from_t      bigint NOT NULL,
  to_t        bigint NOT NULL CHECK (to_t >= from_t),
  why         text[] NOT NULL,
  since       bigint NOT NULL,
  -- How often it was asked for: who accepts it accepts what he has computed, not what came meanwhile.
  n           integer NOT NULL,
  accepted_at bigint,
  accepted_by text,
  note        text,
  PRIMARY KEY (hydro_code, pending_id)
);
CREATE INDEX pending_open ON pending (hydro_code) WHERE accepted_at IS NULL;

-- What acts of a series, and reviews ('*'), are made under, one after the other: n is the last number given.
CREATE TABLE act_count (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  n          integer NOT NULL,
  PRIMARY KEY (hydro_code, series)
);

-- Groups made before there was anything to edit.
UPDATE role SET permissions = array_append(permissions, 'readings'), version = version + 1
 WHERE permissions @> '{accounts,roles,information}' AND NOT 'readings' = ANY (permissions);
UPDATE role SET permissions = array_append(permissions, 'readings'), version = version + 1
 WHERE permissions @> '{dashboard,information,interpolate,settings}' AND NOT 'readings' = ANY (permissions);
UPDATE role SET permissions = array_append(permissions, 'readings.edit'), version = version + 1
 WHERE 'dashboard' = ANY (permissions) AND NOT permissions && '{readings,readings.edit}';
