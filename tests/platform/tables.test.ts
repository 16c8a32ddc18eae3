import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLES, tablesOf } from '#server/lib/tables.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('every table of the migrated database is listed, and every listed one exists', async () => {
  const rows = await fresh.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(TABLES).sort())
  const schemas = await fresh.db.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$|public$)'",
  )
  expect(schemas).toEqual([])
})

test('plant tables begin every unique key with hydro_code, so that they can be distributed', async () => {
  const keys = await fresh.db.query<{ table: string; index: string; first: string; names: string[] }>(
    `SELECT t.relname AS table, i.relname AS index,
            (SELECT attname FROM pg_attribute WHERE attrelid = t.oid AND attnum = x.indkey[0]) AS first
     FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indisunique AND t.relname = ANY($1)`,
    [tablesOf('plant')],
  )
  expect(keys.filter((key) => key.first !== 'hydro_code')).toEqual([])
  const keyed = new Set(keys.map((key) => key.table))
  expect(tablesOf('plant').filter((table) => !keyed.has(table))).toEqual([])
})

test('no foreign key leads from or to a plant table', async () => {
  const rows = await fresh.db.query(
    `SELECT conname, conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND (conrelid::regclass::text = ANY($1) OR confrelid::regclass::text = ANY($1))`,
    [tablesOf('plant')],
  )
  expect(rows).toEqual([])
})

test('foreign keys lead to tables on the same machine', async () => {
  const rows = await fresh.db.query<{ child: string; parent: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
       FROM pg_constraint WHERE contype = 'f'`,
  )
  expect(rows.length).toBeGreaterThan(3)
  // From the coordinator to what every machine has, never the other way round.
  const allowed = ['local -> local', 'local -> reference', 'reference -> reference']
  expect(
    rows.filter(({ child, parent }) => !allowed.includes(`${TABLES[child]} -> ${TABLES[parent]}`)),
  ).toEqual([])
})

test('hydro_code is text in every table of plants: tables share shards by its type', async () => {
  const rows = await fresh.db.query<{ table: string }>(
    `SELECT table_name AS table FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'hydro_code' AND data_type = 'text' AND is_nullable = 'NO'`,
  )
  const those = new Set(rows.map((r) => r.table))
  expect(tablesOf('plant').filter((table) => !those.has(table))).toEqual([])
})

test('there are no sequences: ids come from the server', async () => {
  expect(await fresh.db.query("SELECT relname FROM pg_class WHERE relkind = 'S'")).toEqual([])
})
