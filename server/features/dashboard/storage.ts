import type { Description } from '#core/description/index.ts'
import { compile, found, lookup, tableInForce } from '#core/tables/index.ts'

export interface Volume {
  /** Volume, m3. */
  v: number
  /** Quality; EXTRAPOLATED slightly beyond the table. */
  q: number
}

/** Volume by level from the storage table in force; null without a table or outside it. */
export function volumeOf(d: Description, at: number, zone: string): (z: number) => Volume | null {
  const version = tableInForce(d.tables, 'ZV', null, at, zone)
  if (!version) return () => null
  const table = compile(version.body)
  const out = found()
  return (z) => {
    const v = lookup(table, z, 'loop', out)
    return Number.isNaN(v) ? null : { v, q: out.q }
  }
}

/** The range of levels of the storage table in force; null without a table. */
export function storageSpan(d: Description, at: number, zone: string): { from: number; to: number } | null {
  const rows = tableInForce(d.tables, 'ZV', null, at, zone)?.body.rows ?? []
  if (rows.length === 0) return null
  const levels = rows.map(([z]) => z)
  return { from: Math.min(...levels), to: Math.max(...levels) }
}
