-- Spans in which a quality check fired. Written by the quality feature only; all of it can be found again.
CREATE TABLE fired (
  hydro_code text NOT NULL,
  fired_id   text NOT NULL,
  -- Kind and target of the check.
  key        text NOT NULL,
  kind       text NOT NULL,
  -- Of twin sensors each series has spans of its own; null for a unit and for the plant.
  series     text,
  object     text,
  -- The described check; null: the default.
  check_id   text,
  -- Both ends included, epoch ms.
  from_t     bigint NOT NULL,
  to_t       bigint NOT NULL,
  open       boolean NOT NULL,
  n          integer NOT NULL,
  worst      double precision,
  bound      double precision,
  -- Grade given to what lies in the span; null: it only tells. codes: the series that get it.
  grade      smallint,
  codes      text[] NOT NULL,
  first_seen bigint NOT NULL,
  -- When its cause went away.
  cleared_at bigint,
  PRIMARY KEY (hydro_code, fired_id)
);
-- One standing span of a check at one beginning, whoever finds it.
CREATE UNIQUE INDEX fired_standing ON fired (hydro_code, key, coalesce(series, ''), from_t) WHERE cleared_at IS NULL;
CREATE INDEX fired_newest ON fired (hydro_code, from_t);
CREATE INDEX fired_laid ON fired (hydro_code, series, to_t) WHERE grade IS NOT NULL;

-- With which thresholds a day was looked at last: a change of the description looks again only where they differ.
CREATE TABLE checked (
  hydro_code text NOT NULL,
  day        integer NOT NULL,
  thresholds text NOT NULL,
  PRIMARY KEY (hydro_code, day)
);
