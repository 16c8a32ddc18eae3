/** Distribution of rain: true rain of a local day at every cell and station, in five-minute depths. */
import { HOUR } from '../time.ts'
import { CELLS, RAIN_STATIONS, type Place } from './map.ts'
import { LONGEST, stormsOf, type Storm } from './storms.ts'
import { midnight } from '../dam/levels.ts'
import { normal } from '../truth/random.ts'

export const BIN_MS = 300_000
export const BINS = 288

/** Cells first, then stations. */
export const POINTS: Place[] = [...CELLS, ...RAIN_STATIONS]

/** The western ridge takes more of the sea wind's rain than the lake. */
const RELIEF = POINTS.map(({ x, y }) => 1 + 0.009 * (-x - 11) + 0.006 * (-y - 6))

function fall(storm: Storm, seed: number, start: number, rain: Float32Array): void {
  const first = Math.max(0, Math.floor((storm.from - start) / BIN_MS))
  const last = Math.min(BINS - 1, Math.floor((storm.to - start) / BIN_MS))
  const gust = storm.kind === 'shower' ? 0.5 : 0.4
  for (let bin = first; bin <= last; bin++) {
    const t = start + (bin + 0.5) * BIN_MS
    let rate = 0
    for (const { share, middle, width } of storm.bursts)
      rate += (share / (width * Math.sqrt(Math.PI))) * Math.exp(-(((t - middle) / width) ** 2))
    const depth = storm.total * rate * BIN_MS
    if (depth < 0.002) continue
    const hours = (t - storm.from) / HOUR
    const x = storm.x + storm.driftX * hours
    const y = storm.y + storm.driftY * hours
    // Gusts last a quarter of an hour.
    const quarter = Math.floor(t / (3 * BIN_MS))
    for (let p = 0; p < POINTS.length; p++) {
      const near = ((POINTS[p].x - x) ** 2 + (POINTS[p].y - y) ** 2) / (2 * storm.reach * storm.reach)
      if (near > 6) continue
      const local = Math.exp(
        0.18 * normal(seed, storm.id, p) + gust * normal(seed, storm.id, p, quarter) - 0.09,
      )
      rain[bin * POINTS.length + p] += depth * Math.exp(-near) * RELIEF[p] * local
    }
  }
}

/**
 * mm per bin, [bin * POINTS.length + point], over the bins of a local day. more: storms besides those of the seed.
 */
export function rainOf(seed: number, day: number, more: readonly Storm[] = []): Float32Array {
  const rain = new Float32Array(BINS * POINTS.length)
  const start = midnight(day)
  for (let d = day - LONGEST; d <= day; d++)
    for (const storm of stormsOf(seed, d)) if (storm.to > start) fall(storm, seed, start, rain)
  for (const storm of more)
    if (storm.to > start && storm.from < start + BINS * BIN_MS) fall(storm, seed, start, rain)
  return rain
}
