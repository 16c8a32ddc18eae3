-- Wall screens: browsers that show one reservoir and can do nothing else. A key (and the same as a short code) is used
-- once; from then on the browser holds a token that lasts until it is revoked.
CREATE TABLE wall_screen (
  screen_id    text PRIMARY KEY,
  hydro_code   text NOT NULL,
  name         text NOT NULL,
  -- SHA-256 of the key; the short code, which could be guessed from a plain digest, by the installation's secret.
  key_hash     text UNIQUE,
  code_mac     text UNIQUE,
  key_until    bigint,
  -- SHA-256 of the token.
  token_hash   text UNIQUE,
  signed_in_at bigint,
  address      text,
  last_seen_at bigint,
  created_at   bigint NOT NULL,
  created_by   text NOT NULL,
  revoked_at   bigint
);
CREATE INDEX wall_screen_hydro ON wall_screen (hydro_code);
