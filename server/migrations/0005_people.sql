-- People: pictures, mailed links, delays after failed sign-ins, and an audit log that people can read.

ALTER TABLE account
  ADD COLUMN signed_in_at bigint,
  -- Registered by itself and not yet activated by anybody.
  ADD COLUMN registered boolean NOT NULL DEFAULT false;

-- Re-encoded pictures; never the bytes that were sent.
CREATE TABLE account_avatar (
  account_id text PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  digest     text NOT NULL,
  type       text NOT NULL,
  bytes      bytea NOT NULL,
  updated_at bigint NOT NULL
);

-- Mailed links by hash: used once, and only for a while.
CREATE TABLE password_reset (
  hash       text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  made_at    bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at    bigint
);
CREATE INDEX password_reset_account ON password_reset (account_id);

-- Failed sign-ins in a row, by what is delayed: an account, an unknown name (keyed digest), an address, a known device.
CREATE TABLE sign_in_failure (
  key      text PRIMARY KEY,
  failures integer NOT NULL,
  last_at  bigint NOT NULL,
  until    bigint NOT NULL
);
CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);

-- Names as they were then: accounts are renamed and removed, their acts stay.
ALTER TABLE audit
  ADD COLUMN actor_name text,
  ADD COLUMN item_name text;
CREATE INDEX audit_actor ON audit (actor, at);
CREATE INDEX audit_item ON audit (item, at);
CREATE INDEX account_role_role ON account_role (role_id);

-- Who administers accounts reads the log.
UPDATE role SET permissions = array_append(permissions, 'audit'), version = version + 1
WHERE level = 1 AND 'accounts' = ANY (permissions) AND NOT 'audit' = ANY (permissions);
