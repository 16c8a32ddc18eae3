import { readFileSync } from 'node:fs'
import { HOUR, fromLocal, toLocal } from '#core/time/index.ts'
import { cells, file, there } from '../import/real.ts'

const ZONE = 'Asia/Ho_Chi_Minh'

/** A flood of 360 hours that ends at a given hour, as a plant would send it. */
export interface Flood {
  csv: string
  times: number[]
  levels: number[]
  inflows: number[]
}

/** m3 over m: the published table of Đăk Đrinh if it is beside the repository, else a similar one. */
export function storageTable(): string {
  if (there) return readFileSync(file('tables/vn_dakdrinh_level_storage_area.csv'), 'utf8')
  return `level_m,storage_m3\n${SHAPE.map(([z, v]) => `${z},${v}`).join('\n')}\n`
}

/** 20 rows, the area growing with the level. */
const SHAPE = Array.from({ length: 20 }, (_, i): [number, number] => [
  320 + i * 5,
  Math.round(((i * 5) ** 2.6 / 95 ** 2.6) * 3e8),
])

/** The published flood moved to end at `end`, or an invented one with an exact balance. */
export function record(end: number): Flood {
  const rows = there ? published() : invented()
  const times = rows.map((_, i) => end - (rows.length - 1 - i) * HOUR)
  const lines = rows.map(
    (r, i) => `${toLocal(times[i], ZONE).slice(0, 16)},${r.level},${r.inflow},${r.release},${r.other}`,
  )
  return {
    csv: `time_local,level_m,inflow_m3s,total_release_m3s,sub2_lateral_m3s\n${lines.join('\n')}\n`,
    times,
    levels: rows.map((r) => r.level),
    inflows: rows.map((r) => r.inflow),
  }
}

interface Row {
  level: number
  inflow: number
  release: number
  other: number
}

function published(): Row[] {
  const all = cells('timeseries/vn_dakdrinh_2025flood_hourly.csv')
  if (fromLocal(all[0][0], ZONE) === null) throw new Error('the record begins with no time')
  return all.map((c) => ({ level: +c[1], inflow: +c[2], release: +c[3], other: +c[4] }))
}

function invented(): Row[] {
  const level = (v: number) => {
    const i = Math.max(
      1,
      SHAPE.findIndex((row) => row[1] >= v),
    )
    const [[z1, v1], [z2, v2]] = [SHAPE[i - 1], SHAPE[i]]
    return z1 + ((z2 - z1) * (v - v1)) / (v2 - v1)
  }
  let volume = 1.8e8
  return Array.from({ length: 360 }, (_, i): Row => {
    const inflow = 60 + 1500 * Math.exp(-(((i - 150) / 30) ** 2))
    const release = 74 + 1200 * Math.exp(-(((i - 165) / 34) ** 2))
    if (i > 0) volume += (inflow - release) * 3600
    return { level: Number(level(volume).toFixed(3)), inflow, release, other: 40 }
  })
}
