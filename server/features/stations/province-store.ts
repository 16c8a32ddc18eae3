import { plain } from '#server/lib/plain.ts'
import type { Services } from '#server/lib/services.ts'

interface Province {
  code: string
  name: string
  valid: boolean
}

/** Provinces, the present ones before the former ones, whose names contain the search text. */
export async function provinces(s: Pick<Services, 'db'>, search = ''): Promise<Province[]> {
  const rows = await s.db.query<Province>(
    'SELECT code, name, valid FROM province ORDER BY valid DESC, name COLLATE "C"',
  )
  const wanted = plain(search).trim()
  return rows
    .filter((p) => plain(p.name).includes(wanted))
    .sort((a, b) => Number(b.valid) - Number(a.valid) || a.name.localeCompare(b.name, 'vi'))
}
