import type { Sql } from './database.ts'

/**
 * Small facts of this installation: whether it is a demo, the demo's plant, its logger's token, its weather and its
 * clock; until when addresses of cameras were looked through for passwords.
 */
type Fact = 'demo' | 'demo_plant' | 'demo_token' | 'demo_storms' | 'demo_clock' | 'addresses_hidden'

/** The value of a fact; null where none is stored. */
export async function readFact(db: Sql, name: Fact): Promise<string | null> {
  const { rows } = await db.query<{ value: string }>('SELECT value FROM installation WHERE name = $1', [name])
  return rows[0]?.value ?? null
}

export async function keepFact(db: Sql, name: Fact, value: string): Promise<void> {
  await db.query(
    'INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )
}

export async function dropFact(db: Sql, name: Fact): Promise<void> {
  await db.query('DELETE FROM installation WHERE name = $1', [name])
}
