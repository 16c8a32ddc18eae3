-- The audit log belongs to reservoirs as their readings do: it grows with them, and is kept beside them where the tables
-- are spread over several machines. '' stands for what is done to no reservoir: accounts, sessions, roles.
UPDATE audit SET hydro_code = '' WHERE hydro_code IS NULL;
ALTER TABLE audit ALTER COLUMN hydro_code SET NOT NULL;
ALTER TABLE audit DROP CONSTRAINT audit_pkey;
ALTER TABLE audit ADD PRIMARY KEY (hydro_code, audit_id);
DROP INDEX audit_at;
CREATE INDEX audit_at ON audit (hydro_code, at);
-- Pages of who may read several reservoirs, and one record by its id.
CREATE INDEX audit_in_time ON audit (at, audit_id);
CREATE INDEX audit_by_id ON audit (audit_id);
