import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLES, tablesOf } from '#server/lib/tables.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('every table of the migrated database is listed, and every listed one is there', async () => {
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

test('plant tables begin every unique key with hydro_code, so that they can be spread over machines', async () => {
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

test('there are no sequences: ids come from the server', async () => {
  expect(await fresh.db.query("SELECT relname FROM pg_class WHERE relkind = 'S'")).toEqual([])
})
