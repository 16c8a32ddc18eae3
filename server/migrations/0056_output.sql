-- Daily energy (kWh) and revenue (VND) as people enter them, by the calendar day of the plant. One row per version of a
-- day; the one in force has superseded_at null. Both null: withdrawn.
CREATE TABLE output_entry (
  hydro_code    text NOT NULL,
  day           text NOT NULL CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  version       integer NOT NULL,
  energy        double precision,
  revenue       double precision,
  reason        text,
  entered_by    text NOT NULL,
  entered_at    bigint NOT NULL,
  superseded_at bigint,
  PRIMARY KEY (hydro_code, day, version)
);
CREATE UNIQUE INDEX output_entry_in_force ON output_entry (hydro_code, day) WHERE superseded_at IS NULL;

-- Changes of the plan, in order: a file that was uploaded, or the state before or after an earlier change, put in force
-- again.
CREATE TABLE output_plan_change (
  hydro_code text NOT NULL,
  seq        integer NOT NULL,
  grain      text NOT NULL CHECK (grain IN ('year', 'month', 'day', 'half_hour')),
  act        text NOT NULL CHECK (act IN ('upload', 'restore')),
  restored   integer,
  state      text CHECK (state IN ('before', 'after')),
  first_day  text NOT NULL,
  last_day   text NOT NULL,
  periods    integer NOT NULL,
  file_id    text,
  file_name  text,
  reason     text,
  made_by    text NOT NULL,
  made_at    bigint NOT NULL,
  PRIMARY KEY (hydro_code, seq)
);

-- The plan as each change left it, by scope: a year, the months of a year, the days of a month, the half-hours of a day.
-- kwh, vnd: a value for each period of the scope; null: no plan. In force is the greatest seq.
CREATE TABLE output_plan (
  hydro_code text NOT NULL,
  grain      text NOT NULL,
  scope      text NOT NULL,
  seq        integer NOT NULL,
  kwh        double precision[] NOT NULL,
  vnd        double precision[] NOT NULL,
  PRIMARY KEY (hydro_code, grain, scope, seq)
);

-- Who sees prices already sees money.
UPDATE role SET permissions = array_append(permissions, 'statistical'), version = version + 1
 WHERE 'price' = ANY (permissions) AND NOT 'statistical' = ANY (permissions);
UPDATE role SET permissions = array_append(permissions, 'statistical'), version = version + 1
 WHERE permissions @> '{accounts,roles,information}' AND NOT 'statistical' = ANY (permissions);
