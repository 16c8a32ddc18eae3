import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'

export interface FreshDatabase {
  db: Database
  url: string
  /** Closes db and removes the database. */
  drop(): Promise<void>
}

/** A migrated database of its own, copied from the template of this run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, remove } = await copyOf(null)
  const db = openDatabase(url, silentLog)
  return {
    db,
    url,
    async drop() {
      await db.close()
      await remove()
    },
  }
}

/** A database without tables. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, remove } = await copyOf('template1')
  return { url, drop: remove }
}

/** template null: the migrated one. */
async function copyOf(template: string | null): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const source = await templateUrl()
  template ??= new URL(source).pathname.slice(1)
  // Its files are copied: the default strategy logs every page, at four times the cost.
  await administer(source, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = new URL(source)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => administer(source, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

let known: string | null = null

async function templateUrl(): Promise<string> {
  if (known !== null) return known
  const answer = await fetch(inject('databaseDoor'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the tests' database did not start: ${text}`)
  return (known = text)
}

/** Not by connecting to the template: a database with connections cannot be copied. */
async function administer(source: string, sql: string): Promise<void> {
  const url = new URL(source)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
