import { MISSING, worst } from '#core/quality/index.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { toLocal } from '#core/time/index.ts'
import { GENERAL_FIELDS, type General, type GeneralField } from '#contract/dashboard.ts'
import { ABSENT, round } from '#contract/fields.ts'
import type { FigureReading } from './figures.ts'

export const GENERAL = (field: GeneralField) => `general.${field}`
/** Storage is sent in million m3; all else as stored. */
export const SCALE: Partial<Record<GeneralField, number>> = { total_capacity: 1e-6 }

export type LastOf = (code: string) => FigureReading | null

/** The general record from one reading per field, in the wire's units; -1 and MISSING where absent. */
export function generalRecord(
  t: number | null,
  zone: string,
  of: (field: GeneralField) => FigureReading | null,
): General {
  const record: Record<string, unknown> = { date_string: t === null ? null : toLocal(t, zone) }
  const quality: Record<string, number> = {}
  for (const field of GENERAL_FIELDS) {
    const r = of(field)
    const absent = r === null || r.v === null
    record[field] = absent ? ABSENT : round(r.v! * (SCALE[field] ?? 1))
    // Readers decide by MISSING alone whether the number counts.
    quality[field] = absent ? worst(r?.q ?? 0, MISSING) : r.q
  }
  return { ...record, quality } as unknown as General
}

/** General records at the given instants; instants without results are left out. */
export function generalRecords(
  data: ReadonlyMap<string, Series>,
  instants: ArrayLike<number>,
  zone: string,
): General[] {
  const rows: General[] = []
  for (let i = 0; i < instants.length; i++) {
    const t = instants[i]
    let any = false
    const row = generalRecord(t, zone, (field) => {
      const s = data.get(GENERAL(field))
      const k = s ? indexAt(s, t) : -1
      if (k < 0 || s!.t[k] !== t) return null
      any = true
      return { t, v: Number.isNaN(s!.v[k]) ? null : s!.v[k], q: s!.q[k] }
    })
    if (any) rows.push(row)
  }
  return rows
}
