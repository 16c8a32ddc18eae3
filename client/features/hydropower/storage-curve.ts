import type { TableDetail } from '#contract/tables/table.ts'

/** A storage table as curves: levels ascending, volume in million m3, area in km2 (NaN where it has none). */
export interface StorageCurve {
  z: number[]
  volume: number[]
  area: number[]
}

export function curveOf({ table, units }: Pick<TableDetail, 'table' | 'units'>): StorageCurve {
  const toMillion = units.v === 'm3' ? 1e-6 : 1
  const area = table.derived.find((d) => d.name === 'area')
  const toKm2 = area?.unit === 'm2' ? 1e-6 : 1
  const rows = table.rows
    .map(([z, v], i) => ({ z, v: v * toMillion, a: (area?.values[i] ?? NaN) * toKm2 }))
    .sort((a, b) => a.z - b.z)
  // A row holds the area above it; the last row repeats that of the interval below.
  for (let i = 1; i < rows.length; i++) if (Number.isNaN(rows[i].a)) rows[i].a = rows[i - 1].a
  return { z: rows.map((r) => r.z), volume: rows.map((r) => r.v), area: rows.map((r) => r.a) }
}

/** Volume and area at a level; null: outside the table. */
export function readStorage(curve: StorageCurve, z: number): { volume: number; area: number } | null {
  const last = curve.z.length - 1
  if (!(last >= 1 && z >= curve.z[0] && z <= curve.z[last])) return null
  let i = 0
  while (i < last - 1 && curve.z[i + 1] <= z) i++
  const share = (z - curve.z[i]) / (curve.z[i + 1] - curve.z[i])
  return {
    volume: curve.volume[i] + share * (curve.volume[i + 1] - curve.volume[i]),
    area: curve.area[i],
  }
}

/** The level of a volume (million m3); null: outside the table, or where the volume does not rise. */
export function readLevel(curve: StorageCurve, volume: number): number | null {
  const { z, volume: v } = curve
  const last = z.length - 1
  if (!(last >= 1 && volume >= v[0] && volume <= v[last])) return null
  let i = 0
  while (i < last - 1 && v[i + 1] <= volume) i++
  const rise = v[i + 1] - v[i]
  return rise > 0 ? z[i] + ((volume - v[i]) / rise) * (z[i + 1] - z[i]) : volume === v[i] ? z[i] : null
}
