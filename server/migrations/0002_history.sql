-- Time series. Recent readings are rows; closed UTC days are packed, one row per series and day. A row wins over
-- the packed day that holds the same instant. Every key begins with hydro_code; no table refers to another.

-- What may be written: unit, kind and step are fixed once a series holds readings.
CREATE TABLE series (
  hydro_code text NOT NULL,
  code       text NOT NULL,
  name       text NOT NULL,
  unit       text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('instant', 'mean', 'total', 'step')),
  step_s     integer CHECK (step_s > 0),
  source     text NOT NULL CHECK (source IN ('ingest', 'computed')),
  version    integer NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  retired_at bigint,
  PRIMARY KEY (hydro_code, code)
);

-- v null: an explicit null (grade MISSING). NaN is never stored.
CREATE TABLE reading (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  t          bigint NOT NULL,
  v          double precision,
  q          smallint NOT NULL,
  PRIMARY KEY (hydro_code, series, t)
);
ALTER TABLE reading SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- day: number of the UTC day since 1970. n = 0: nothing packed, the row is only the lock of the day; such rows are
-- never deleted, because whoever waits for the lock would find nothing to lock.
CREATE TABLE reading_day (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  day        integer NOT NULL,
  n          integer NOT NULL,
  bytes      bytea NOT NULL,
  PRIMARY KEY (hydro_code, series, day)
);
-- The bytes are packed already; compressing them again would cost every read. A day of 5-minute data stays in its
-- row: out of line, a year would be 365 further index searches.
ALTER TABLE reading_day ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE reading_day SET (toast_tuple_target = 8160);

-- The last entry at or before now that is not REJECTED. t null: nothing but future entries yet.
-- ahead: the latest instant written that lay after the now of its writing.
-- changed_at: when anything of the series changed last, for replicas that missed a notice.
CREATE TABLE series_last (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  t          bigint,
  v          double precision,
  q          smallint,
  ahead      bigint,
  changed_at bigint NOT NULL,
  PRIMARY KEY (hydro_code, series)
) WITH (fillfactor = 50);

-- What has to be computed again. kind: bin, calc. Taken by DELETE RETURNING in the transaction that recomputes.
CREATE TABLE mark (
  hydro_code text NOT NULL,
  kind       text NOT NULL,
  series     text NOT NULL,
  day        integer NOT NULL,
  from_t     bigint NOT NULL,
  to_t       bigint NOT NULL,
  n          integer NOT NULL,
  since      bigint NOT NULL,
  PRIMARY KEY (hydro_code, kind, series, day)
) WITH (fillfactor = 50);

-- A day as it was until replaced_at, packed like reading_day.
CREATE TABLE history_past (
  hydro_code  text NOT NULL,
  series      text NOT NULL,
  day         integer NOT NULL,
  replaced_at bigint NOT NULL,
  source      text NOT NULL,
  run         text,
  actor       text,
  reason      text,
  n           integer NOT NULL,
  bytes       bytea NOT NULL,
  PRIMARY KEY (hydro_code, series, day, replaced_at)
);
ALTER TABLE history_past ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX history_past_run ON history_past (hydro_code, run) WHERE run IS NOT NULL;

-- Packets that came late: when their data arrived.
CREATE TABLE arrival (
  hydro_code  text NOT NULL,
  arrival_id  text NOT NULL,
  received_at bigint NOT NULL,
  source      text NOT NULL,
  n           integer NOT NULL,
  from_t      bigint NOT NULL,
  to_t        bigint NOT NULL,
  PRIMARY KEY (hydro_code, arrival_id)
);
CREATE INDEX arrival_received ON arrival (hydro_code, received_at);

-- Plant-local hour bins (of this zone), packed per series and UTC month of the bins' starts.
-- line: the same hours as a series to draw: least and greatest of each at their instants (totals: the sums).
CREATE TABLE bin_month (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  month      integer NOT NULL,
  zone       text NOT NULL,
  n          integer NOT NULL,
  bytes      bytea NOT NULL,
  line       bytea NOT NULL,
  PRIMARY KEY (hydro_code, series, month)
);
ALTER TABLE bin_month ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE bin_month ALTER COLUMN line SET STORAGE EXTERNAL;

-- Sources whose readings lie in the future: how often since they last were right, and by how much.
CREATE TABLE source_clock (
  hydro_code text NOT NULL,
  source     text NOT NULL,
  rejected   integer NOT NULL,
  offset_ms  bigint NOT NULL,
  first_at   bigint NOT NULL,
  last_at    bigint NOT NULL,
  PRIMARY KEY (hydro_code, source)
);
