-- Files of interpolation tables that were uploaded and looked at; what was not saved within a day goes, with its file.

CREATE TABLE table_upload (
  hydro_code text NOT NULL,
  upload_id  text NOT NULL,
  file_id    text NOT NULL,
  created_at bigint NOT NULL,
  created_by text NOT NULL,
  expires_at bigint NOT NULL,
  -- Some table names the file.
  saved      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (hydro_code, upload_id)
);
CREATE INDEX table_upload_expires ON table_upload (hydro_code, expires_at);
