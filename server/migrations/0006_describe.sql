-- Files of a plant as they were uploaded: tables, contours, histories.

CREATE TABLE file (
  hydro_code   text NOT NULL,
  file_id      text NOT NULL,
  name         text NOT NULL,
  content_type text NOT NULL,
  size         integer NOT NULL,
  sha256       text NOT NULL,
  bytes        bytea NOT NULL,
  created_at   bigint NOT NULL,
  created_by   text NOT NULL,
  PRIMARY KEY (hydro_code, file_id)
);
-- What was packed once does not get smaller.
ALTER TABLE file ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Screens that are new with this release open for those who hold all others.
UPDATE role SET permissions = permissions || '{interpolate,settings}'
 WHERE permissions @> '{accounts,roles,information}' AND NOT permissions && '{interpolate,settings}';
