-- Saved views of the chart page. content: panes, series, span (contract). The owner's alone, or shared with the
-- experts of the reservoir.
CREATE TABLE chart_view (
  hydro_code text NOT NULL,
  view_id    text NOT NULL,
  version    integer NOT NULL,
  name       text NOT NULL,
  content    jsonb NOT NULL,
  shared     boolean NOT NULL,
  owner_id   text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (hydro_code, view_id)
);
-- Of one owner one view of a name.
CREATE UNIQUE INDEX chart_view_name ON chart_view (hydro_code, owner_id, lower(name));
