-- The log of gates and units: what was moved, from what to what, by whose order. One row per version of an entry;
-- the one that holds has superseded_at null, a withdrawn entry has none that holds. Openings in m, power in kW.
-- source: written by hand, or a movement that a sensor saw and that was completed by hand.
CREATE TABLE gate_log (
  hydro_code        text NOT NULL,
  entry_id          text NOT NULL,
  version           integer NOT NULL,
  object_kind       text NOT NULL CHECK (object_kind IN ('leaf', 'unit')),
  object_id         text NOT NULL,
  t                 bigint NOT NULL,
  from_value        double precision,
  to_value          double precision NOT NULL,
  order_no          text,
  performed_by      text,
  reason            text,
  source            text NOT NULL CHECK (source IN ('hand', 'sensor')),
  recorded_by       text NOT NULL,
  recorded_at       bigint NOT NULL,
  superseded_by     text,
  superseded_at     bigint,
  superseded_reason text,
  PRIMARY KEY (hydro_code, entry_id, version)
);
-- One object is moved once at one instant.
CREATE UNIQUE INDEX gate_log_moment ON gate_log (hydro_code, object_kind, object_id, t)
  WHERE superseded_at IS NULL;
CREATE INDEX gate_log_time ON gate_log (hydro_code, t) WHERE superseded_at IS NULL;

-- Who manages a reservoir or operates one keeps its log.
UPDATE role SET permissions = array_append(permissions, 'log'), version = version + 1
 WHERE 'dashboard' = ANY (permissions) AND NOT 'log' = ANY (permissions);
UPDATE role SET permissions = array_append(permissions, 'log'), version = version + 1
 WHERE permissions @> '{accounts,roles,information}' AND NOT 'log' = ANY (permissions);
