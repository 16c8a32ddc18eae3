-- What one replica does for all, and until when it does (by the clock of the database). A replica that was killed is
-- replaced when its lease ends.
CREATE TABLE lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until bigint NOT NULL
);

-- Notices for replicas that cannot LISTEN (behind a transaction pooler); empty while all of them can. xid: the
-- transaction that sent it, so that a reader finds what was committed since it last looked, in whatever order.
CREATE TABLE notice (
  notice_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sent_at bigint NOT NULL,
  channel text NOT NULL,
  body text NOT NULL
);

-- Which process writes an import, and until when. It was an advisory lock, which lasted as long as a connection: behind
-- a pooler, or of a machine without power, for hours.
ALTER TABLE import_job ADD COLUMN worker text, ADD COLUMN lease_until bigint;
