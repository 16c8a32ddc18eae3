import { accountName, type Database } from '#server/lib/database.ts'

/** The name of an account as people read it. */
export async function nameOfAccount(db: Database, accountId: string): Promise<string | null> {
  const [row] = await db.query<{ name: string | null }>(`SELECT ${accountName('$1')} AS name`, [accountId])
  return row?.name ?? null
}
