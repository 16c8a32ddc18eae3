-- A stand-in for what the Citus extension offers to its caller, on one machine: which tables are where, and the
-- functions that move them. Rows of a distributed table move to a table of another schema and leave a copy behind, as
-- with Citus. It refuses an order that Citus refuses. It says nothing about Citus itself.
CREATE SCHEMA double;
CREATE TABLE double.pg_dist_partition (
  logicalrelid regclass PRIMARY KEY,
  partmethod   "char" NOT NULL,
  partkey      text,
  colocationid integer NOT NULL,
  repmodel     "char" NOT NULL
);
CREATE TABLE double.pg_dist_node (nodeid integer PRIMARY KEY, groupid integer NOT NULL);
-- What was called, in order.
CREATE TABLE double.call (n integer GENERATED ALWAYS AS IDENTITY, name text NOT NULL, of text NOT NULL);
-- Tables at which moving fails, as when a machine is away.
CREATE TABLE double.failing (of text PRIMARY KEY);

-- The real one reads a node of PostgreSQL's parser; here it is the column's name.
CREATE FUNCTION double.column_to_column_name(regclass, text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $2';

CREATE FUNCTION double.create_reference_table(of regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = of AND f.confrelid <> of AND NOT EXISTS
      (SELECT FROM double.pg_dist_partition p WHERE p.logicalrelid = f.confrelid AND p.repmodel = 't')) THEN
    RAISE '% refers to a table that is not on every machine', of;
  END IF;
  DELETE FROM double.pg_dist_partition WHERE logicalrelid = of AND partmethod = 'n' AND repmodel = 's';
  INSERT INTO double.pg_dist_partition VALUES (of, 'n', NULL, 1, 't');
  INSERT INTO double.pg_dist_partition
    SELECT DISTINCT conrelid::regclass, 'n'::"char", NULL, 0, 's'::"char" FROM pg_constraint
     WHERE contype = 'f' AND confrelid = of AND conrelid <> of ON CONFLICT DO NOTHING;
  INSERT INTO double.call (name, of) VALUES ('create_reference_table', of);
END $$;

CREATE FUNCTION double.create_distributed_table(of regclass, key text, colocate_with text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  beside integer;
BEGIN
  IF EXISTS (SELECT FROM double.failing f WHERE f.of = create_distributed_table.of::text) THEN
    RAISE 'connection to a worker failed';
  END IF;
  IF EXISTS (SELECT FROM pg_index x WHERE x.indrelid = of AND x.indisunique AND NOT EXISTS
      (SELECT FROM pg_attribute a WHERE a.attrelid = of AND a.attname = key AND a.attnum = ANY (x.indkey))) THEN
    RAISE 'cannot create constraint on "%"', of USING HINT = 'a unique key lacks the distribution column';
  END IF;
  IF colocate_with <> 'none' THEN
    SELECT colocationid INTO STRICT beside FROM double.pg_dist_partition
     WHERE logicalrelid = colocate_with::regclass AND partmethod = 'h';
  END IF;
  EXECUTE format('CREATE TABLE double.%I AS TABLE %s', 'shard_' || of::text, of);
  INSERT INTO double.pg_dist_partition VALUES (of, 'h', key, coalesce(beside, 100), 's');
  INSERT INTO double.call (name, of) VALUES ('create_distributed_table', of);
END $$;

CREATE FUNCTION double.truncate_local_data_after_distributing_table(of regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM double.pg_dist_partition WHERE logicalrelid = of) THEN
    RAISE '% is not distributed', of;
  END IF;
  EXECUTE format('TRUNCATE %s', of);
  INSERT INTO double.call (name, of) VALUES ('truncate', of);
END $$;
