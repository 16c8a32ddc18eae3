import { EDITED, grade, REJECTED } from '#core/quality/index.ts'
import { indexFrom } from './read.ts'
import type { SeriesData } from './types.ts'

/** Grades from EXTRAPOLATED on are drawn on the line. */
export const FIRST_FLAG = 3

/** Symbol of each drawn grade as an SVG path in a 10 by 10 box; the chart draws the same. */
export const SIGNS: Readonly<Record<number, string>> = {
  3: 'M5 1L9 8.5H1Z',
  4: 'M5 .5L9.5 5L5 9.5L.5 5Z',
  5: 'M1.5 1.5L8.5 8.5M1.5 8.5L8.5 1.5',
  6: 'M1.5 1.5H8.5V8.5H1.5Z',
}

interface Flag {
  t: number
  v: number
  grade: number
}

/** Flagged values in [from, to], one per grade in `apart` ms, so that symbols do not overlap. */
export function flagsIn({ t, v, q }: SeriesData, from: number, to: number, apart: number): Flag[] {
  const out: Flag[] = []
  if (!q) return out
  const last = Array.from({ length: 8 }, () => -Infinity)
  for (let i = indexFrom(t, from); i < t.length && t[i] <= to; i++) {
    const g = grade(q[i])
    if (g < FIRST_FLAG || v[i] !== v[i] || t[i] - last[g] < apart) continue
    last[g] = t[i]
    out.push({ t: t[i], v: v[i], grade: g })
  }
  return out
}

/** Rejected readings in [from, to], one per `apart` ms. */
export function rejectedIn({ rejected }: SeriesData, from: number, to: number, apart: number): Flag[] {
  if (!rejected) return []
  const q = new Uint8Array(rejected.t.length).fill(REJECTED)
  return flagsIn({ ...rejected, q }, from, to, apart)
}

/** Edited values in [from, to], one per `apart` ms. */
export function editedIn({ t, v, q }: SeriesData, from: number, to: number, apart: number): Flag[] {
  const out: Flag[] = []
  if (!q) return out
  let last = -Infinity
  for (let i = indexFrom(t, from); i < t.length && t[i] <= to; i++) {
    if ((q[i] & EDITED) === 0 || v[i] !== v[i] || t[i] - last < apart) continue
    last = t[i]
    out.push({ t: t[i], v: v[i], grade: grade(q[i]) })
  }
  return out
}

/** Values with a gap on both sides, which no line shows: they are drawn as points. */
export function isolated({ t, v }: SeriesData, from: number, to: number, maxGap = Infinity): number[] {
  const out: number[] = []
  const joined = (i: number, j: number) =>
    j >= 0 && j < t.length && v[j] === v[j] && Math.abs(t[j] - t[i]) <= maxGap
  for (let i = indexFrom(t, from); i < t.length && t[i] <= to; i++)
    if (v[i] === v[i] && !joined(i, i - 1) && !joined(i, i + 1)) out.push(i)
  return out
}
