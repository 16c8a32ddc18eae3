-- What was known at an instant, to the second, of days that are still rows too.

-- arrived: the second of arrival, counted from 2020-01-01 UTC (it lies where a row had four bytes to spare; null: it
-- came before this was kept). was: [v, q, arrived] of what the row replaced last: the way by which an upsert learns it.
ALTER TABLE reading ADD COLUMN arrived integer, ADD COLUMN was double precision[];

-- Readings of open days that were replaced by another, as they were known over the seconds [since, until).
CREATE TABLE reading_past (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  t          bigint NOT NULL,
  until      integer NOT NULL,
  since      integer NOT NULL,
  v          double precision,
  q          smallint NOT NULL,
  PRIMARY KEY (hydro_code, series, t, until)
);

-- The same of packed days: arrived of their entries, and those that were replaced. latest: the last second in it.
CREATE TABLE reading_known (
  hydro_code text NOT NULL,
  series     text NOT NULL,
  day        integer NOT NULL,
  latest     integer NOT NULL,
  arrived    bytea NOT NULL,
  former     bytea NOT NULL,
  PRIMARY KEY (hydro_code, series, day)
);
ALTER TABLE reading_known ALTER COLUMN arrived SET STORAGE EXTERNAL, ALTER COLUMN former SET STORAGE EXTERNAL;

-- arrived: of the entries of the copy. wrote: what a run put into the day (NaN of grade 0: it removed the entry), so
-- that taking the run back finds exactly that, whatever else came.
ALTER TABLE history_past ADD COLUMN arrived bytea, ADD COLUMN wrote bytea;
ALTER TABLE history_past ALTER COLUMN arrived SET STORAGE EXTERNAL, ALTER COLUMN wrote SET STORAGE EXTERNAL;
-- For what is kept no longer.
CREATE INDEX history_past_replaced ON history_past USING brin (replaced_at);
