-- Sheets of a date, a month or a year: changed ready sheets, copies and templates. A row is a version of one; the newest
-- is in force. body: what is where, or of a template its name and the names in its file.
CREATE TABLE report_sheet (
  hydro_code text NOT NULL,
  sheet_id   text NOT NULL,
  version    integer NOT NULL,
  body       jsonb NOT NULL,
  -- Of a template: its workbook, in `file`.
  file_id    text,
  removed    boolean NOT NULL DEFAULT false,
  reason     text,
  made_by    text NOT NULL,
  made_at    bigint NOT NULL,
  PRIMARY KEY (hydro_code, sheet_id, version)
);
