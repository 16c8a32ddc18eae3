-- Weather forecasts as they were issued. A record is never changed: what was known at an instant is what had been
-- received by then. bytes: points and values, packed (server/features/weather/issue.ts); digest: of the raw answer or
-- file it came from, SHA-256. kind: forecast, ensemble (members), or previous (for each hour, what the model said lead_days
-- before). run_at null: the source does not say. All times epoch ms.
CREATE TABLE weather_issue (
  hydro_code  text NOT NULL,
  issue_id    text NOT NULL,
  source      text NOT NULL,
  model       text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('forecast', 'ensemble', 'previous')),
  lead_days   integer NOT NULL DEFAULT 0,
  run_at      bigint,
  received_at bigint NOT NULL,
  from_t      bigint NOT NULL,
  to_t        bigint NOT NULL,
  digest      text NOT NULL,
  content     text NOT NULL,
  bytes       bytea NOT NULL,
  file_id     text,
  recorded_by text NOT NULL,
  PRIMARY KEY (hydro_code, issue_id)
);
CREATE INDEX weather_issue_latest ON weather_issue (hydro_code, kind, source, model, lead_days, received_at);

-- The provider that a reservoir asks, what came of it, and when it is asked next: a job of lib/queue.ts for as long as it
-- is enabled. key_sealed: sealed with the key of the installation.
CREATE TABLE weather_source (
  hydro_code    text NOT NULL,
  source_id     text NOT NULL,
  enabled       boolean NOT NULL,
  settings      jsonb NOT NULL,
  key_sealed    text,
  version       integer NOT NULL,
  changed_at    bigint NOT NULL,
  changed_by    text NOT NULL,
  tried_at      bigint,
  succeeded_at  bigint,
  failing_since bigint,
  failures      integer NOT NULL DEFAULT 0,
  problem       jsonb,
  also_problem  jsonb,
  not_before    bigint,
  due_at        bigint NOT NULL DEFAULT 0,
  attempt       integer NOT NULL DEFAULT 0,
  worker        text,
  lease_until   bigint,
  cancelling    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (hydro_code, source_id)
);
CREATE INDEX weather_source_due ON weather_source (hydro_code, due_at) WHERE enabled;
