-- Who may do what. House tables: shared by all plants.

CREATE TABLE account (
  account_id    text PRIMARY KEY,
  account_code  text NOT NULL UNIQUE,
  username      text NOT NULL,
  email         text,
  password_hash text NOT NULL,
  full_name     text NOT NULL DEFAULT '',
  phone         text,
  address       text,
  position      text,
  status        boolean NOT NULL DEFAULT true,
  created_at    bigint NOT NULL,
  updated_at    bigint NOT NULL,
  version       integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX account_username ON account (lower(username));
CREATE UNIQUE INDEX account_email ON account (lower(email));

CREATE TABLE role (
  role_id     text PRIMARY KEY,
  role_name   text NOT NULL UNIQUE,
  -- 1 is the most powerful; a higher number may less.
  level       integer NOT NULL,
  permissions text[] NOT NULL,
  created_at  bigint NOT NULL,
  version     integer NOT NULL DEFAULT 1
);

-- One role per account and reservoir; '*' means every reservoir.
CREATE TABLE account_role (
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  hydro_code text NOT NULL,
  role_id    text NOT NULL REFERENCES role,
  PRIMARY KEY (account_id, hydro_code)
);

CREATE TABLE session (
  session_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  hydro_code text NOT NULL,
  remember   boolean NOT NULL,
  address    text,
  agent      text,
  created_at bigint NOT NULL,
  used_at    bigint NOT NULL,
  expires_at bigint NOT NULL,
  ended_at   bigint,
  end_reason text
);
CREATE INDEX session_account ON session (account_id);

-- Refresh tokens by hash; each is used once, its successor is derived from it with the secret key.
CREATE TABLE refresh_token (
  hash       text PRIMARY KEY,
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  issued_at  bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at    bigint
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

CREATE TABLE ingest_token (
  token_id     text PRIMARY KEY,
  hydro_code   text NOT NULL,
  name         text NOT NULL,
  hash         text NOT NULL UNIQUE,
  scopes       text[] NOT NULL,
  series       text[],
  created_at   bigint NOT NULL,
  created_by   text NOT NULL,
  last_used_at bigint,
  revoked_at   bigint
);

-- Every act that changes state, and every sign-in.
CREATE TABLE audit (
  audit_id   text PRIMARY KEY,
  at         bigint NOT NULL,
  hydro_code text,
  actor      text NOT NULL,
  address    text,
  act        text NOT NULL,
  noun       text NOT NULL,
  item       text,
  before     jsonb,
  after      jsonb,
  reason     text
);
CREATE INDEX audit_at ON audit (at);

-- Small facts of the installation: the demo mark, the edition's first start.
CREATE TABLE installation (
  name  text PRIMARY KEY,
  value text NOT NULL
);
